/** Opens an address in a new tab, which cannot reach this one. */
export function openTab(address: string): void {
  open(address, "_blank", "noopener");
}
