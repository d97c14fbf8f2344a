import { decodeBytes, detectEncoding } from "./decode-text.ts";

/** A name as a zip has it. */
export interface ZipName {
  bytes: Uint8Array;
  isUnicode: boolean;
  /** Whether a system with the code pages of DOS wrote it. */
  isDos: boolean;
}

/**
 * The names of a zip. Those that do not say that they are UTF-8 are in one encoding, which is detected:
 * macOS and others write UTF-8 nevertheless, Windows the code page of its language.
 */
export function decodeZipNames(names: readonly ZipName[]): string[] {
  const legacy = names.filter(({ isUnicode }) => !isUnicode);
  const some = legacy.slice(0, LOOKED_AT).flatMap(({ bytes }) => [...bytes, 10]);
  const { encoding } = detectEncoding(Uint8Array.from(some));
  return names.map(({ bytes, isUnicode, isDos }) => {
    const isWestern = !isUnicode && encoding === "windows-1252";
    const name =
      isWestern && isDos ? fromDos(bytes) : decodeBytes(bytes, isUnicode ? "utf-8" : encoding);
    // macOS separates letters from their accents.
    return name.normalize();
  });
}

const LOOKED_AT = 1000;

const fromDos = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => CP850[byte - 128] ?? String.fromCharCode(byte)).join("");

/** The characters from 128 on. Code page 437 has the same letters, and others in their places no names have. */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
