import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

export type Params<Name extends string> = Readonly<Record<Name, string>>;

const TYPING_PAUSE_MS = 250;

/**
 * Texts of a screen that are also in the URL, so that a reload, a sign-in or a link restores them:
 * `typed` changes at once, `stored` follows after a pause. Empty texts are not in the URL.
 * ¶
 * @param names constant.
 * @param opens whether the parameters also open the element with the texts, as `?archive=` does.
 * They then stay in the URL while empty, and are not added again once they were removed.
 */
export function useSearchParamsState<Name extends string>(names: readonly Name[], opens = false) {
  const [params, setParams] = useSearchParams();
  const stored = Object.fromEntries(
    names.map((name) => [name, (params.get(name) ?? "").trim()]),
  ) as Params<Name>;
  const textOf = (values: Params<Name>) => names.map((name) => values[name].trim()).join("\n");
  const address = textOf(stored);
  const [typed, type] = useState(stored);
  const [seen, setSeen] = useState(address);
  const [written, setWritten] = useState(address);
  if (seen !== address) {
    setSeen(address);
    // Back or a link changed the URL. Our own change may arrive after further typing.
    if (address !== written) type(stored);
    setWritten(address);
  }
  const next = textOf(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `next` stands for what was typed.
  useEffect(() => {
    if (next === address) return;
    const timer = setTimeout(() => {
      setWritten(next);
      // The rendered params may be outdated; writing them would close a dialog just opened.
      setParams(withTexts(paramsInAddress(), typed, opens), { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [next, address, opens, setParams]);
  return { stored, typed, type };
}

function paramsInAddress(): URLSearchParams {
  return new URLSearchParams(location.hash.split("?")[1]);
}

function withTexts(
  params: URLSearchParams,
  texts: Params<string>,
  opens: boolean,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, text] of Object.entries(texts)) {
    if (opens ? params.has(name) : text.trim()) next.set(name, text.trim());
    else next.delete(name);
  }
  return next;
}
