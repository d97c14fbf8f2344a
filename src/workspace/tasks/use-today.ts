import { useEffect, useState } from "react";
import { todayHere } from "./due-date.ts";

/** The calendar day, and the next one once it has come. */
export function useToday(): string {
  const [today, setToday] = useState(() => todayHere());
  useEffect(() => {
    const look = () => setToday(todayHere());
    // A timer until midnight would stand still while the machine sleeps.
    const timer = setInterval(look, 60_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return today;
}
