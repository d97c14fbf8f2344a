import { stored } from "./stored.ts";

/**
 * Session storage: localStorage, so that all tabs share sessions and they survive a reload. If the
 * browser forbids it or it is full, sessions stay in this tab's memory.
 */
export const tokenStore = {
  getItem(key: string): string | null {
    return memory.get(key) ?? stored(key);
  },
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  removeItem(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // If storage is forbidden, there is nothing to remove.
    }
  },
};

const memory = new Map<string, string>();
