import { markdownToHtml } from "./src/editor/markdown.ts";
for (const piece of ["**a ", "[", "`", "_a", "<http://", "![a](", "- ", "> ", "|-", "- a\n  ", "> a\n>> ", "1. x\n", "==a", "a\n\n", "[a]: b\n", "*_", "~~a ", "&amp;", "\\", "| a ", "  - x\n", "[x](", "# a\n", "```\n", "<a ", "$a "]) {
  const text = piece.repeat(200_000 / piece.length); const t = performance.now(); const r = markdownToHtml(text); console.log(JSON.stringify(piece), (performance.now() - t).toFixed(0), r?.length);
}
for (const d of [20, 39, 45, 200, 5000]) { for (const mk of [(n:number)=>"> ".repeat(n)+"x", (n:number)=>Array.from({length:n},(_,i)=>"  ".repeat(i)+"- x").join("\n"), (n:number)=>Array.from({length:n},(_,i)=>" ".repeat(4*i)+"1. x").join("\n")]) { const t=performance.now(); const r=markdownToHtml(mk(d).slice(0,199000)); console.log(d,(performance.now()-t).toFixed(0), r?.length);} }
