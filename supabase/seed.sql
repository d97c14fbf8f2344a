-- Sample content: the portfolio of a fictional developer, loaded once into an empty database.
-- Plain inserts without transaction control, so the caller's transaction decides: all of it or none.
-- All URLs use reserved example domains, and all people and companies are fictional. Every row is
-- recorded, so that the owner can clear the unchanged ones.

with added as (
insert into public.personal_info (key, value) values
  ('displayName', 'Ines Valloran'),
  ('fullName', 'Ines Marit Valloran'),
  ('tagline', 'I build quick, quiet software for the web.'),
  ('location', 'Trieste, Italy'),
  ('email', 'ines@example.com'),
  ('profilePictureUrl', '/sample/profile-640.webp'),
  ('bio', '<p>I am a full-stack developer in Trieste. For nine years I have made tools for people who work <strong>away from a desk</strong>: harbour masters, meter readers, field biologists. They need software that opens at once, survives a bad connection and says plainly what it did.</p>'),
  ('personalStatement', '<p>I care about the <strong>unglamorous parts</strong>: the empty state, the slow network, the error message somebody reads at six in the morning. Most of my projects begin with watching how the job is done today, and end with fewer screens than we had planned.</p><ul><li><strong>Close to the data.</strong> I draw the schema first and let the database keep the rules.</li><li><strong>Measured, not guessed.</strong> When I say fast, I bring the number and the phone it was measured on.</li><li><strong>Easy to hand over.</strong> Short files, written decisions, tests that fail for one reason.</li></ul><p>From spring 2027 <mark>I have room for one longer engagement</mark>, remote or around the northern Adriatic.</p><p style="text-align:right"><em>Ines</em></p>'),
  ('highlightInnovation', 'I take a problem apart until its real shape shows, and build the smallest thing that solves it.'),
  ('highlightUsers', 'Software is finished when the person in front of it stops noticing it. I measure, watch and ask.'),
  ('highlightAmbition', 'I want to build tools that outlast their framework: open, well explained, cheap to look after.'),
  ('contactLead', 'A question, an idea, a position to fill: every message reaches me, and I read each one myself.'),
  ('faviconSvg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"><path d="M5 9l11 17L27 9"/><circle cx="16" cy="9" r="2.75" fill="currentColor" stroke="none"/></svg>'),
  ('workspaceFaviconSvg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><rect x="3" y="3" width="26" height="26" rx="6"/><path d="M9.5 12.5L16 22.5l6.5-10"/><circle cx="16" cy="11.5" r="2" fill="currentColor" stroke="none"/></svg>'),
  ('adminFaviconSvg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"><path d="M6 6l10 15L26 6"/><circle cx="16" cy="6.5" r="2.5" fill="currentColor" stroke="none"/><path d="M7 28h18"/></svg>')
returning key, to_jsonb(personal_info) as entry)
insert into private.sample_entries select 'personal_info', key, entry from added;

with added as (
insert into public.education (title, organization, organization_link, location, date_range, start_month, end_month, description, skills, created_at) values
  ('MSc Computer Science', 'Northern Adriatic Institute of Technology', 'https://example.org/nait', 'Trieste, Italy', '2015 – 2017', '2015-10-01', '2017-07-01',
   'Distributed systems and human factors. My thesis compared three ways of merging field records that were edited offline by several people, and shipped the one that users understood.',
   array['Distributed systems', 'Databases', 'Human factors'], '2017-07-14 10:00:00+00'),
  ('BSc Applied Mathematics', 'Saltmarsh College of Applied Sciences', null, 'Rijeka, Croatia', '2012 – 2015', '2012-10-01', '2015-07-01',
   'Statistics, numerical methods and a good deal of cartography. Tutored first-year programming for two years.',
   array['Statistics', 'Numerical methods', 'Cartography'], '2015-07-03 10:00:00+00')
returning id, to_jsonb(education) as entry)
insert into private.sample_entries select 'education', id, entry from added;

with added as (
insert into public.experience (title, organization, location, date_range, start_month, end_month, description, skills, created_at) values
  ('Lead Engineer', 'Brackwater Software', 'Trieste, Italy', '2023 – Present', '2023-03-01', null,
   'I lead a team of five that builds berth planning for forty small harbours. We moved a desktop system to the web without losing a working day, took the daily plan from 11 seconds to under one, and made it usable from a boat.',
   array['TypeScript', 'React', 'PostgreSQL', 'PostGIS', 'Docker'], '2023-03-01 08:00:00+00'),
  ('Full-Stack Developer', 'Lumenfold Energy', 'Graz, Austria', '2020 – 2023', '2020-04-01', '2023-02-01',
   'Built the customer portal and the pipeline behind it: 48 meter readings a day from 210,000 households, checked, stored and on screen within a minute. Wrote the style guide the company still uses for error messages.',
   array['Python', 'Django', 'PostgreSQL', 'Vue.js'], '2020-04-01 08:00:00+00'),
  ('Web Developer', 'Studio Tern & Plover', 'Ljubljana, Slovenia', '2017 – 2020', '2017-09-01', '2020-03-01',
   'Twenty-six sites and small applications for museums, nature parks and publishers. Learned to estimate, to say no, and to make a page light enough for a visitor center on mobile data.',
   array['JavaScript', 'Node.js', 'Figma'], '2017-09-01 08:00:00+00')
returning id, to_jsonb(experience) as entry)
insert into private.sample_entries select 'experience', id, entry from added;

with added as (
insert into public.projects (name, description, image_url, stack, github_link, live_link, created_at) values
  ('Slipway',
   'Berth planning for small harbours. The day is one timeline: berths down the side, the tide across the top, and a boat that draws too much water simply cannot be dropped where it would touch the ground. Plans are checked in the database, so two people at two desks never promise the same berth, and the whole board keeps working on the quay when the signal does not.',
   '/sample/slipway-800.webp', array['TypeScript', 'React', 'PostgreSQL', 'Supabase'],
   'https://github.com/example/slipway', 'https://example.com/slipway', '2026-09-18 09:00:00+00'),
  ('Seqscan',
   'Paste a PostgreSQL query plan and see the one node that costs you the afternoon. Runs in the browser; the plan never leaves it.',
   '/sample/seqscan-800.webp', array['TypeScript', 'Vite', 'PostgreSQL'],
   'https://github.com/example/seqscan', 'https://example.com/seqscan', '2026-03-05 09:00:00+00'),
  ('Quadrat',
   'Field surveys for ecologists, made for wet gloves and no reception. Walk to a sample square, tap what grows there, move on; species lists, photographs and positions stay on the phone and merge when the team is back at the car. Conflicts are shown as two records side by side, because a biologist can decide in a second what an algorithm should not decide at all.',
   '/sample/quadrat-800.webp', array['React', 'TypeScript', 'PostGIS', 'Node.js'],
   'https://github.com/example/quadrat', 'https://example.org/quadrat', '2025-06-20 09:00:00+00'),
  ('Patchbay',
   'Catches webhooks, shows what really arrived, and replays them against localhost until your handler behaves.',
   '/sample/patchbay-800.webp', array['Node.js', 'React', 'Docker'],
   'https://github.com/example/patchbay', 'https://example.com/patchbay', '2024-10-11 09:00:00+00'),
  ('Halfhour',
   'A year of electricity on one sheet: 365 columns, 48 half-hours, one shade per reading. Upload the file your grid operator gives you and the night storage heater, the forgotten pump and the week you were away are visible without a single setting. It reads eleven national formats, keeps everything on your own machine and prints on A3.',
   '/sample/halfhour-800.webp', array['Vue.js', 'Python', 'Django'],
   'https://github.com/example/halfhour', 'https://example.org/halfhour', '2023-11-02 09:00:00+00'),
  ('Toolshelf',
   'Catalogue and lending desk for neighborhood tool libraries. Nine of them lend 2,300 things with it.',
   '/sample/toolshelf-800.webp', array['Next.js', 'Tailwind CSS', 'Supabase'],
   'https://github.com/example/toolshelf', 'https://example.org/toolshelf', '2022-05-27 09:00:00+00')
returning id, to_jsonb(projects) as entry)
insert into private.sample_entries select 'projects', id, entry from added;

with added as (
insert into public.skill_categories (name) values
  ('Languages'), ('Interfaces'), ('Servers & Data'), ('Tools & Practice')
returning id, to_jsonb(skill_categories) as entry)
insert into private.sample_entries select 'skill_categories', id, entry from added;

-- PostGIS and Technical Writing have no icon of their own; the latter belongs to no category.
with added as (
insert into public.skills (name, level, category_id, icon)
select entry.name, entry.level, category.id, entry.icon
from (values
  ('TypeScript',        95, 'Languages',        'TypeScript'),
  ('JavaScript',        92, 'Languages',        'JavaScript'),
  ('Python',            78, 'Languages',        'Python'),
  ('React',             94, 'Interfaces',       'React'),
  ('Tailwind CSS',      88, 'Interfaces',       'Tailwind CSS'),
  ('Next.js',           82, 'Interfaces',       'Next.js'),
  ('Vue.js',            70, 'Interfaces',       'Vue.js'),
  ('PostgreSQL',        93, 'Servers & Data',   'PostgreSQL'),
  ('Node.js',           90, 'Servers & Data',   'Node.js'),
  ('Supabase',          84, 'Servers & Data',   'Supabase'),
  ('PostGIS',           76, 'Servers & Data',   'PostGIS'),
  ('Django',            68, 'Servers & Data',   'Django'),
  ('Git',               91, 'Tools & Practice', 'Git'),
  ('Vite',              86, 'Tools & Practice', 'Vite'),
  ('Jest',              83, 'Tools & Practice', 'Jest'),
  ('Docker',            80, 'Tools & Practice', 'Docker'),
  ('Figma',             72, 'Tools & Practice', 'Figma'),
  ('Technical Writing', 85, null,               'Pencil')
) as entry (name, level, category, icon)
left join public.skill_categories as category on category.name = entry.category
returning id, to_jsonb(skills) as entry)
insert into private.sample_entries select 'skills', id, entry from added;

with added as (
insert into public.social_links (name, url, icon_key, display_order) values
  ('GitHub', 'https://github.com/example', 'GitHub', 1),
  ('LinkedIn', 'https://example.com/linkedin', 'LinkedIn', 2),
  ('Telegram', 'https://example.com/telegram', 'Telegram', 3)
returning id, to_jsonb(social_links) as entry)
insert into private.sample_entries select 'social_links', id, entry from added;
