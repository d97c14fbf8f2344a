import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

export type Params<Name extends string> = Readonly<Record<Name, string>>;

const TYPING_PAUSE_MS = 250;

/**
 * Texts of a screen that are in the URL as well, so that a reload, a sign-in or a link restores
 * them: `typed` is at once what was typed, `stored` follows after a pause. Empty ones are not in
 * the URL.
 *
 * @param names constant.
 * @param opens whether their presence opens what has the texts, as `?archive=` does; they stay in
 *   the URL when empty, and are not added again once they were removed from it.
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
    // Back or a link changed the URL. Our own change may arrive after more typing.
    if (address !== written) type(stored);
    setWritten(address);
  }
  const next = textOf(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `next` stands for what was typed.
  useEffect(() => {
    if (next === address) return;
    const timer = setTimeout(() => {
      setWritten(next);
      // The rendered params may be older than the address: a dialog just opened would be closed
      // again.
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
