/** The three blocks in About: the key of the owner's text, the fixed title, and the default text. */
export const HIGHLIGHTS = [
  [
    "highlightInnovation",
    "Innovation & Problem-Solving",
    "I take a problem apart until its real shape shows, and build the smallest thing that solves it.",
  ],
  [
    "highlightUsers",
    "User-Centric Philosophy",
    "Software is finished when the person in front of it stops noticing it. I measure, watch and ask.",
  ],
  [
    "highlightAmbition",
    "Future Ambition",
    "I want to build tools that outlast their framework: open, well explained, cheap to look after.",
  ],
] as const;

/** The default text of Get In Touch. */
export const CONTACT_LEAD =
  "A question, an idea, a position to fill: every message reaches me, and I read each one myself.";
