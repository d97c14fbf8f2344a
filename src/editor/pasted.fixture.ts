/** Word 365 for Windows: a title, headings, nested bullets, numbers and a table. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal {mso-style-unhide:no; margin:0cm;} @list l0 {mso-list-id:1;} --></style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle>Quarterly plan<o:p></o:p></p>
<h1>Goals<o:p></o:p></h1>
<p class=MsoNormal>We <b>really</b> want <i>these</i>:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Below it<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Second<o:p></o:p></p>
<h2>Order<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Plan<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Build<o:p></o:p></p>
<h3>Details<o:p></o:p></h3>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal style='line-height:normal'><b>Who</b><o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal><b>What</b><o:p></o:p></p></td></tr>
 <tr style='mso-yfti-irow:1'><td width=301 valign=top><p class=MsoNormal>Ada<o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal>Design<o:p></o:p></p><p class=MsoNormal>Review<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal><img width=320 height=200 src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Picture_x0020_1"><o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** Word on the web: headings are paragraphs, every list item is a list of its own. */
export const WORD_ONLINE = `<meta charset='utf-8'><div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" role="heading" aria-level="1" paraid="1"><span class="TextRun"><span class="NormalTextRun">Shopping</span></span><span class="EOP">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="•" data-font="Symbol" data-listid="1" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun">Fruit</span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2 SCXW1" role="list"><li data-leveltext="o" data-listid="1" data-aria-posinset="1" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun">Apples</span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="•" data-listid="1" data-aria-posinset="2" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">Bread</span></p></li></ul></div>`;

/**
 * Google Docs: everything within a `b`, styles instead of tags, lists as direct children of lists,
 * checkboxes as pictures.
 */
export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">Trip</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">Book</span><span style="font-size:11pt;font-weight:400;"> by </span><a href="https://www.google.com/flights" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;-webkit-text-decoration-skip:none;">Friday</span></a></p><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Pack</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Shoes</span></p></li></ul></ul><ul style="margin-top:0;padding-inline-start:28px;"><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1" style="list-style-type:none;"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.599px" height="17.599px" alt="checked" aria-roledescription="checkbox" style="margin-right:3px;" /><p style="display:inline-block;" role="presentation"><span style="font-weight:400;text-decoration:line-through;">Passport</span></p></li><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1" style="list-style-type:none;"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.599px" height="17.599px" alt="unchecked" aria-roledescription="checkbox" /><p role="presentation"><span style="font-weight:400;">Tickets</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="200" /><col width="200" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr"><span style="font-weight:400;">Day</span></p></td><td><p dir="ltr"><span style="font-weight:400;">City</span></p></td></tr><tr><td><p dir="ltr"><span>Mon</span></p></td><td><br /></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

/** A comment on GitHub, copied from the page: a task list, an emoji, a table and a picture. */
export const GITHUB = `<meta charset='utf-8'><h2 dir="auto" style="box-sizing: border-box; margin-top: 24px;">Before the release</h2><ul class="contains-task-list" style="box-sizing: border-box; padding: 0px;"><li class="task-list-item enabled" style="box-sizing: border-box; list-style-type: none;"><div class="task-list-item-convert-container"></div><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" aria-label="Completed task" checked=""><span> </span>Run<span> </span><code class="notranslate" style="font-family: ui-monospace;">npm test</code></li><li class="task-list-item enabled"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" aria-label="Incomplete task"><span> </span>Tag it <img class="emoji" alt="🚀" src="https://github.githubassets.com/images/icons/emoji/unicode/1f680.png" height="20" width="20"></li></ul><markdown-accessiblity-table><table role="table"><thead><tr><th>Step</th><th>Owner</th></tr></thead><tbody><tr><td>Build</td><td><a class="user-mention" href="https://github.com/ada">@ada</a></td></tr></tbody></table></markdown-accessiblity-table><p dir="auto"><a target="_blank" rel="noopener noreferrer" href="https://user-images.githubusercontent.com/1/2.png"><img src="https://user-images.githubusercontent.com/1/2.png" alt="screenshot" style="max-width: 100%;"></a></p>`;

/** Notion: the clipboard content of its to-do blocks. */
export const NOTION = `<meta charset='utf-8'><h1>Launch</h1>
<ul>
<li>[ ]  Write the post</li>
<li>[x]  Pick a <strong>date</strong></li>
</ul>
<p>Then rest.</p>
<!-- notionvc: 3c7e8a52-7d4f-4a0e-9b70-0c2c9a4c0f11 -->`;

/** A README, as copied from a plain text editor. */
export const MARKDOWN = `# Foyer

A **private** place with \`notes\`, _tasks_ and ~~noise~~.
Second line, see [the docs](https://example.org/docs_(new)?a=1&b=2).

## Setup

1. Install
2. Start
   - on Linux
   - on macOS

- [x] tried
- [ ] ~~forgotten~~

> Quoted
> text

\`\`\`sh
npm start
  --port 1
\`\`\`

| Key | Value |
| --- | :---: |
| a\\|b | <b>1</b> |

![diagram](https://example.org/a.png)

---

2 * 3 * 4 = 24 and snake_case_name
`;
