import { HYDRATE_EVENT } from "../boot/hydration.ts";

/** Has the message form hydrated when its section comes within a window's height of the view. */
export function startWaitingForContact(): void {
  const contact = document.getElementById("contact");
  if (!contact) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      dispatchEvent(new Event(HYDRATE_EVENT));
    },
    { rootMargin: "100% 0%" },
  );
  observer.observe(contact);
}
