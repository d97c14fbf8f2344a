/** Names that other programs use for the keys of a JSON Resume; the first with a value wins. */
const OTHER_KEYS: Readonly<Record<string, string | undefined>> = {
  work: "experience workExperience employment positions jobs",
  education: "studies",
  volunteer: "volunteering volunteerExperience",
  certificates: "certifications licenses",
  awards: "honors",
  interests: "hobbies",
  references: "recommendations testimonials",
  position: "title role jobTitle",
  name: "company employer organization title",
  institution: "school university organization name",
  organization: "company name",
  studyType: "degree title",
  area: "major",
  score: "gpa grade",
  summary: "description",
  keywords: "technologies tools stack skills",
  courses: "curriculum keywords",
  url: "website link links doi",
  issuer: "authority organization",
  awarder: "issuer organization from",
  title: "name",
  publisher: "journal event conference",
  authors: "author",
  language: "name title",
  fluency: "level proficiency",
  reference: "quote text summary description",
  entity: "organization client",
  roles: "role",
  "foyer.code": "github repository links",
  "foyer.number": "number credentialId",
  "foyer.expires": "expires expirationDate expiryDate",
  "foyer.organization": "organization company position title",
  "foyer.description": "summary description",
};

/** A key of the format with its variants in other programs. */
export function spellingsOf(key: string): string[] {
  return [key, ...(OTHER_KEYS[key]?.split(" ") ?? [])];
}
