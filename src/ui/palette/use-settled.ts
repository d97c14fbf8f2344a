import { useEffect, useState } from "react";

/** The text once nothing has been typed for a moment; at first empty. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const TYPING_PAUSE_MS = 200;
