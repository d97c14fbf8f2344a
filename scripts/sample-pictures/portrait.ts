const tone = {
  skin: "#dcae8c",
  shade: "#c18c6d",
  deep: "#9a674f",
  blush: "#cf8f74",
  lip: "#b0665a",
  hair: "#1a242b",
  sheen: "#33444f",
  knit: "#e3e0d6",
  knitShade: "#c4c5bd",
  coat: "#14252e",
  coatEdge: "#264350",
} as const;

/** The sample owner's portrait: an illustrated head and shoulders in front of a morning sea. */
export function drawPortrait(): string {
  const turned = [hairBehind(), neckShadowed(), head(), features(), hairInFront()].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">${backdrop()}<g transform="translate(-38 -62) scale(1.12)"><g transform="translate(0 26) rotate(-3 320 470)">${turned}</g>${shoulders()}</g></svg>`;
}

function backdrop(): string {
  return [
    '<rect width="640" height="640" fill="#24515d"/>',
    '<path d="M0 0H640V250C460 210 240 300 0 246Z" fill="#2b5c68"/>',
    '<path d="M0 384C70 352 128 360 190 386C240 406 300 414 380 418H640V640H0Z" fill="#1b414c"/>',
    '<path d="M0 424H640V640H0Z" fill="#173842"/>',
    '<path d="M22 470H120M470 462H566M520 500H626M40 520H96" stroke="#23505c" stroke-width="4" stroke-linecap="round"/>',
    '<path d="M556 424l5 -62h14l5 62Z" fill="#e3e0d6"/><path d="M559 388h18l1.5 16h-21z" fill="#22d3ee" opacity=".7"/><path d="M558 362h20v-5h-20zM562 357v-13h12v13zM560 344l8 -9l8 9z" fill="#14252e"/>',
  ].join("");
}

function hairBehind(): string {
  return `<path d="M200 262C194 146 252 84 326 84C404 84 456 146 450 258C449 308 460 352 446 402C436 438 408 452 374 452H272C240 452 212 436 204 404C192 354 202 310 200 262Z" fill="${tone.hair}"/>`;
}

function neckShadowed(): string {
  return [
    `<path d="M272 380H372V560H272Z" fill="${tone.skin}"/>`,
    `<path d="M272 396C300 436 346 438 372 396V470C340 474 296 462 272 424Z" fill="${tone.shade}"/>`,
    `<path d="M344 440H372V560H350Z" fill="${tone.shade}"/>`,
  ].join("");
}

function head(): string {
  const outline =
    "M226 258C224 178 264 136 322 136C382 136 420 178 418 258C417 306 410 346 392 377C374 407 348 426 322 426C296 426 270 407 252 377C234 346 227 306 226 258Z";
  return [
    `<path d="${outline}" fill="${tone.skin}"/>`,
    `<clipPath id="face"><path d="${outline}"/></clipPath>`,
    `<g clip-path="url(#face)"><path d="M430 180H396C402 236 398 268 386 300C378 324 384 342 372 370C360 396 342 412 318 430H430Z" fill="${tone.shade}" opacity=".8"/>`,
    `<ellipse cx="262" cy="330" rx="24" ry="15" fill="${tone.blush}" opacity=".22"/>`,
    `<ellipse cx="376" cy="330" rx="22" ry="15" fill="${tone.blush}" opacity=".3"/></g>`,
  ].join("");
}

function features(): string {
  return [
    `<path d="M253 250C264 239 284 236 301 243" fill="none" stroke="${tone.hair}" stroke-width="7.5" stroke-linecap="round"/>`,
    `<path d="M345 243C361 236 380 239 391 250" fill="none" stroke="${tone.hair}" stroke-width="7.5" stroke-linecap="round"/>`,
    eye(280, 276),
    eye(364, 276),
    `<path d="M335 306C338 314 341 321 342 327C343 336 335 340 323 339" fill="none" stroke="${tone.deep}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" opacity=".85"/>`,
    `<path d="M306 335C309 339 313 340 317 339" fill="none" stroke="${tone.deep}" stroke-width="3.5" stroke-linecap="round" opacity=".7"/>`,
    `<path d="M293 371C305 367 314 366 323 369C332 366 342 367 354 371C346 386 336 390 323 390C311 390 301 386 293 371Z" fill="${tone.lip}"/>`,
    `<path d="M286 367C291 372 304 376 323 376C343 376 356 372 361 366" fill="none" stroke="#7c4138" stroke-width="3.5" stroke-linecap="round"/>`,
    `<path d="M311 402C318 405 328 405 335 402" fill="none" stroke="${tone.shade}" stroke-width="3" stroke-linecap="round"/>`,
  ].join("");
}

function eye(x: number, y: number): string {
  return [
    `<path d="M${x - 20} ${y + 3}C${x - 10} ${y - 10} ${x + 10} ${y - 10} ${x + 20} ${y + 3}C${x + 10} ${y + 10} ${x - 10} ${y + 10} ${x - 20} ${y + 3}Z" fill="#f3ede3"/>`,
    `<circle cx="${x + 1}" cy="${y - 0.5}" r="8.5" fill="#3f6a66"/>`,
    `<circle cx="${x + 1}" cy="${y - 0.5}" r="4.5" fill="#101a1f"/>`,
    `<circle cx="${x - 2}" cy="${y - 3.5}" r="2" fill="#f8f5ee"/>`,
    `<path d="M${x - 22} ${y + 4}C${x - 11} ${y - 12} ${x + 11} ${y - 12} ${x + 22} ${y + 4}" fill="none" stroke="${tone.hair}" stroke-width="5.5" stroke-linecap="round"/>`,
  ].join("");
}

function hairInFront(): string {
  const strand = (path: string) =>
    `<path d="${path}" fill="none" stroke="${tone.sheen}" stroke-width="4" stroke-linecap="round"/>`;
  return [
    `<path d="M219 318C198 190 250 106 330 106C408 106 442 172 428 318C426 272 418 236 404 212C362 206 318 188 288 160C276 206 240 236 219 318Z" fill="${tone.hair}"/>`,
    strand("M246 176C264 140 296 120 336 119"),
    strand("M262 190C272 162 284 146 300 136"),
    strand("M420 214C430 236 434 262 434 300"),
    strand("M211 300C209 340 212 372 220 398"),
    strand("M438 340C440 366 438 386 432 404"),
  ].join("");
}

function shoulders(): string {
  return [
    `<path d="M54 640C62 566 104 532 172 512L250 488C270 528 374 528 394 488L468 512C536 532 578 566 586 640Z" fill="${tone.coat}"/>`,
    `<path d="M250 486C244 470 256 460 272 462C300 476 344 476 372 462C388 460 400 470 394 486C404 520 388 590 372 640H272C256 590 240 520 250 486Z" fill="${tone.knit}"/>`,
    `<path d="M372 462C388 460 400 470 394 486C404 520 388 590 372 640H338C360 590 368 520 372 462Z" fill="${tone.knitShade}"/>`,
    ...[-44, -22, 0, 22, 44].map(
      (offset) =>
        `<path d="M${322 + offset} ${497 - Math.abs(offset) / 9}v-15" stroke="${tone.knitShade}" stroke-width="3" stroke-linecap="round"/>`,
    ),
    `<path d="M262 508C292 530 352 530 382 508" fill="none" stroke="${tone.knitShade}" stroke-width="3.5" stroke-linecap="round"/>`,
    lapel("M250 480L196 520L232 562L218 584L284 640H252L172 512Z"),
    lapel("M394 480L448 520L412 562L426 584L360 640H392L472 512Z"),
    `<path d="M134 580C140 604 142 622 141 640M506 580C500 604 498 622 499 640" fill="none" stroke="${tone.coatEdge}" stroke-width="4" stroke-linecap="round"/>`,
  ].join("");
}

function lapel(path: string): string {
  return `<path d="${path}" fill="${tone.coat}"/><path d="${path}" fill="none" stroke="${tone.coatEdge}" stroke-width="3.5" stroke-linejoin="round"/>`;
}
