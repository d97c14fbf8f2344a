import { useEffect, useState } from "react";
import { todayHere } from "./due-date.ts";

/** The local calendar day; updates at midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => todayHere());
  useEffect(() => {
    const update = () => setToday(todayHere());
    // A timer until midnight would stop while the machine sleeps.
    const timer = setInterval(update, 60_000);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return today;
}
