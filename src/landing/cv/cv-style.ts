import { LOOKS, type Look } from "../../../shared/looks.ts";
import { FONT_FACES, familyOf } from "../font-faces.ts";

/**
 * Styles of the CV, a separate document in the page's typeface. The printer determines the paper
 * size, so that A4 and Letter both work. Name and page number are printed from page two on in
 * browsers that support it.
 * @param pageCss the landing page's styles, from which the font faces are copied.
 */
export function cvStyle(pageCss: string, look: Look): string {
  const { headings, text } = LOOKS[look];
  const families: string[] = [headings.family, text.family];
  const faces = (pageCss.match(FONT_FACES) ?? []).filter((face) =>
    families.includes(familyOf(face)),
  );
  // On paper, a typeface that loads late is better than the fallback.
  const loaded = faces.join("").replaceAll("font-display:swap", "font-display:block");
  return loaded + STYLE.replaceAll("TYPEFACE", text.family) + RULES[look];
}

/** What a look changes in the CV. */
const RULES: Record<Look, string> = {
  plex: "",
  editorial: `h1,h2{font-family:"${LOOKS.editorial.headings.family}",serif;font-weight:400}h1{font-size:2.3rem;letter-spacing:-.02em}h2{border-bottom:3px double #b9bec4;font-size:1.3rem}`,
  grotesque:
    "html{letter-spacing:.01em}h1{font-size:2.3rem;letter-spacing:-.03em}h2{border-bottom:2px solid;letter-spacing:-.02em}",
};

const STYLE = `
@page{margin:12mm 16mm 13mm;@bottom-left{content:var(--name)}@bottom-right{content:counter(page)" / "counter(pages)}}
@page:first{@bottom-left{content:none}@bottom-right{content:none}}
*{box-sizing:border-box}
html{background:#e9e7e2;color:#1b1f24;font:15px/1.5 "TYPEFACE",system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{max-width:52rem;margin:0 auto;padding:1rem}
main{padding:2.5rem 3rem;background:#fff;overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
h1,h3,p,li,a{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
.place,.dates,.chips{unicode-bidi:isolate}
ul,ol{list-style:none}
h1{font-size:2rem;line-height:1.15}
h2{margin:1.5rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid #b9bec4;font-size:1.1rem}
h3{font-size:1rem}
a{color:#0b5566;text-decoration:none}
a:focus-visible{outline:2px solid #0b5566;outline-offset:2px}
.hint{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;justify-content:space-between;padding:.5rem 0 1rem;font-size:.9rem}
.hint a{display:inline-flex;align-items:center;min-height:2.5rem;text-decoration:underline}
.contact{display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;margin-top:.6rem;font-size:.9rem}
.tagline{font-size:1.1rem}
.summary{margin-top:1rem}
.summary>*+*{margin-top:.5em}
.summary ul,.summary ol{padding-inline-start:1.25rem;list-style:disc}
.summary ol{padding-inline-start:1.75rem;list-style:decimal}
.summary blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:2px solid #b9bec4}
.summary pre{white-space:pre-wrap}
.entry+.entry{margin-top:.9rem}
p.entry+p.entry{margin-top:.2rem}
.head{display:grid;grid-template-columns:1fr auto;gap:0 1rem}
.head .place{grid-area:2/1/3/3}
.dates,.chips,.place{color:#4a525b;font-size:.9rem}
.text{margin-top:.2rem;white-space:pre-line}
.list{margin-block:.15rem;padding-inline-start:1.25rem;list-style:disc;white-space:normal}
h2,h3,.head:not(:last-child),.place:not(:last-child){break-after:avoid}
.entry,.whole,.list>li,.text>p:first-child{break-inside:avoid}
.entry.long{break-inside:auto}
p,li{orphans:3;widows:3}
@media(max-width:40rem){main{padding:1.5rem 1.25rem}.head{display:block}}
@media print{
@page{font:7.5pt "TYPEFACE",system-ui,sans-serif;color:#4a525b}
html{background:none;font-size:9.5pt;line-height:1.4}
body,main{max-width:none;padding:0}
.hint{display:none}
h2{margin-top:1.1rem}
.entry+.entry{margin-top:.65rem}
a{color:inherit}
.dense{font-size:8.25pt;line-height:1.3}
.dense .head{display:flex;align-items:baseline;gap:.6rem}
.dense .head .place{flex:1 1 0;min-width:30%}
.dense .dates{flex:none}
.dense h1{font-size:1.8rem}
.dense h2{margin:.8rem 0 .3rem}
.dense .summary{margin-top:.6rem}
.dense .entry+.entry{margin-top:.5rem}
.dense .text{margin-top:.1rem}
.dense .list{margin-block:.05rem}
.dense p.entry+p.entry{margin-top:.1rem}
}
`;
