/** Marks the menu's link to the section at two fifths of the window's height. */
export function startCurrentSection(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        for (const link of document.querySelectorAll(`nav a[href="#${target.id}"]`)) {
          if (isIntersecting) link.setAttribute("aria-current", "location");
          else link.removeAttribute("aria-current");
        }
      }
    },
    { rootMargin: "-40% 0% -60% 0%" },
  );
  for (const section of document.querySelectorAll("main > section")) observer.observe(section);
}
