/** A key pair of the site (RFC 8292), in base64url: an uncompressed P-256 point and its scalar. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** A browser's subscription, its keys in base64url. */
export interface PushSubscriptionKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Seconds. Vendors accept at most a day. */
const TOKEN_SECONDS = 12 * 60 * 60;

/** The only record of a message; receivers must accept 4,096 bytes. */
const RECORD_BYTES = 4096;

const CURVE = { name: "ECDH", namedCurve: "P-256" };

export async function createPushKeys(): Promise<PushKeys> {
  const pair = await crypto.subtle.generateKey({ ...CURVE, name: "ECDSA" }, true, ["sign"]);
  const { d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { publicKey: toBase64Url(await rawKey(pair.publicKey)), privateKey: d };
}

/** The `Authorization` of a push to this endpoint (RFC 8292). @param subject URL of the sender. */
export async function signPush(
  endpoint: string,
  keys: PushKeys,
  subject: string,
  now: Date,
): Promise<string> {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
    sub: subject,
  };
  const content = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => toBase64Url(bytesOf(JSON.stringify(part))))
    .join(".");
  const key = await importPrivate(keys, "ECDSA", ["sign"]);
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(algorithm, key, bytesOf(content));
  return `vapid t=${content}.${toBase64Url(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

/**
 * Encrypts a message for one browser (RFC 8291): the body of a push with `aes128gcm`.
 * @param message at most 3,993 bytes.
 * @param fixed replaces the random values, for the test vector of the RFC.
 */
export async function encryptPush(
  message: Uint8Array,
  { p256dh, auth }: Pick<PushSubscriptionKeys, "p256dh" | "auth">,
  fixed?: { keys: PushKeys; salt: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const receiver = fromBase64Url(p256dh);
  const { privateKey, publicKey } = await senderKeys(fixed?.keys);
  const salt = fixed ? fromBase64Url(fixed.salt) : crypto.getRandomValues(new Uint8Array(16));
  const secret = await crypto.subtle.deriveBits(
    { name: "ECDH", public: await crypto.subtle.importKey("raw", receiver, CURVE, false, []) },
    privateKey,
    256,
  );
  const info = join(bytesOf("WebPush: info\0"), receiver, publicKey);
  const material = await deriveBytes(new Uint8Array(secret), fromBase64Url(auth), info, 32);
  const derive = (name: string, length: number) =>
    deriveBytes(material, salt, bytesOf(`Content-Encoding: ${name}\0`), length);
  const contentKey = await derive("aes128gcm", 16);
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const algorithm = { name: "AES-GCM", iv: await derive("nonce", 12) };
  // The byte 2 ends the last record.
  const encrypted = await crypto.subtle.encrypt(algorithm, key, join(message, Uint8Array.of(2)));
  const sizes = new Uint8Array(5);
  new DataView(sizes.buffer).setUint32(0, RECORD_BYTES);
  sizes[4] = publicKey.length;
  return join(salt, sizes, publicKey, new Uint8Array(encrypted));
}

async function senderKeys(fixed?: PushKeys) {
  if (fixed) {
    const privateKey = await importPrivate(fixed, "ECDH", ["deriveBits"]);
    return { privateKey, publicKey: fromBase64Url(fixed.publicKey) };
  }
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  return { privateKey: pair.privateKey, publicKey: await rawKey(pair.publicKey) };
}

function importPrivate(
  { publicKey, privateKey }: PushKeys,
  name: string,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const point = fromBase64Url(publicKey);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map(toBase64Url);
  const jwk = { kty: "EC", crv: "P-256", d: privateKey, x, y } as JsonWebKey;
  return crypto.subtle.importKey("jwk", jwk, { ...CURVE, name }, false, usages);
}

async function rawKey(key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.exportKey("raw", key));
}

type Bytes = Uint8Array<ArrayBuffer>;

async function deriveBytes(secret: Bytes, salt: Bytes, info: Bytes, length: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8));
}

function join(...parts: Uint8Array[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const bytesOf = (text: string) => new TextEncoder().encode(text) as Bytes;

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
