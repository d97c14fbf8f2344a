/** Whether shortcuts use ⌘ instead of Ctrl. */
export const IS_APPLE = /Mac|iP(hone|ad)/.test(navigator.platform);

/** How a shortcut is shown: `Ctrl S` or `⌘S`. */
export function shortcutText(key: string): string {
  return IS_APPLE ? `⌘${key}` : `Ctrl ${key}`;
}
