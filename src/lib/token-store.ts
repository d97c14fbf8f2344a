/**
 * Where sessions are kept: localStorage, so that all tabs share them and they outlive a reload.
 * A browser that forbids it, or has no room left, keeps them in this tab's memory instead.
 */
export const tokenStore = {
  getItem(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
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
      // Then nothing was kept there.
    }
  },
};

const memory = new Map<string, string>();
