import { decodeBytes, detectEncoding } from "./decode-text.ts";

export interface ZipName {
  bytes: Uint8Array;
  isUnicode: boolean;
  /** Whether the zip was written on a system with DOS code pages. */
  isDos: boolean;
}

/**
 * Decodes the names in a zip. Names without the UTF-8 flag share one encoding, which is detected:
 * macOS and others write UTF-8 nevertheless, Windows its code page.
 */
export function decodeZipNames(names: readonly ZipName[]): string[] {
  const legacy = names.filter(({ isUnicode }) => !isUnicode);
  const some = legacy.slice(0, LOOKED_AT).flatMap(({ bytes }) => [...bytes, 10]);
  const { encoding } = detectEncoding(Uint8Array.from(some));
  return names.map(({ bytes, isUnicode, isDos }) => {
    const isWestern = !isUnicode && encoding === "windows-1252";
    const name =
      isWestern && isDos ? fromDos(bytes) : decodeBytes(bytes, isUnicode ? "utf-8" : encoding);
    // macOS stores letters and accents separately.
    return name.normalize();
  });
}

const LOOKED_AT = 1000;

const fromDos = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => CP850[byte - 128] ?? String.fromCharCode(byte)).join("");

/** Code page 850 from 128 on, which has the same letters as code page 437. */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
