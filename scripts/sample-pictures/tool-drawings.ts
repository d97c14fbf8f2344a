const body = "#12333d";

/** Tool outlines, each about 100×80 around its own origin; the parent group sets the stroke. */
export const toolDrawings = {
  saw: `<path fill="${body}" d="M-52 -4L20 -24V12L-52 4Z"/><path d="M-46 5l5 7l5 -6l5 7l5 -6l5 7l5 -6l5 7l5 -6l5 7l5 -6l5 7l5 -6"/><path fill="${body}" d="M20 -26h20q12 0 12 12v16q0 12 -12 12h-20z"/><rect x="29" y="-15" width="13" height="18" rx="6"/>`,
  ladder: `<path d="M-26 42L-12 -44M26 42L12 -44"/><path d="M-22.5 20h45M-19.5 0h39M-16.5 -20h33M-14 -38h28" /><path d="M-30 42h8M22 42h8"/>`,
  drill: `<path fill="${body}" d="M-26 -28h48q6 0 6 6v14q0 6 -6 6h-48q-8 0 -8 -8v-10q0 -8 8 -8z"/><path fill="${body}" d="M-22 -2h18l-4 34h-20z"/><path fill="${body}" d="M-34 32h34v9h-34z"/><path d="M28 -15h8m0 -6v12l6 -2v-8zM42 -15h14"/><path d="M-4 8h5q4 0 5 -10"/><path d="M-14 -20v10M-6 -20v10"/>`,
  roller: `<rect x="-46" y="-38" width="72" height="26" rx="6" fill="${body}"/><path d="M26 -25h16q6 0 6 6v10q0 6 -6 6h-42q-6 0 -6 6v8"/><rect x="-14" y="11" width="16" height="33" rx="6" fill="${body}"/>`,
  level: `<rect x="-56" y="-16" width="112" height="32" rx="4" fill="${body}"/><rect x="-18" y="-8" width="36" height="16" rx="8"/><circle cx="2" cy="0" r="4.5" fill="#22d3ee" stroke="none"/><path d="M-8 -8v16M10 -8v16" stroke-width="2"/><circle cx="-40" cy="0" r="7"/><circle cx="40" cy="0" r="7"/>`,
  hammer: `<g transform="rotate(38)"><path fill="${body}" d="M-6 -20h12v62q0 5 -6 5t-6 -5z"/><path fill="${body}" d="M-12 -38h24v18h-24z"/><path fill="${body}" d="M12 -40h12v22h-12z"/><path d="M-12 -36q-18 0 -24 14q10 -5 24 -2"/></g>`,
  tent: `<path fill="${body}" d="M-54 36L-12 -34L54 36Z"/><path d="M-12 -34L-26 36M-12 -34L6 36"/><path d="M-12 -34l-5 -8M-12 -34l7 -7"/><path d="M-60 36h120"/>`,
  clamp: `<path fill="${body}" d="M-34 -40H26Q40 -40 40 -26V8Q40 22 26 22H-34V9H20Q26 9 26 3V-21Q26 -27 20 -27H-34Z"/><path d="M-31 -27v7h18v-7M-32 -6h20M-22 -6V9M-22 22V42M-27 27l10 4M-27 34l10 4M-35 43h26"/>`,
} as const;
