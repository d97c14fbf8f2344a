/**
 * Why the hosted-style Supabase (`tests/hosted/lab`) cannot run here, as a sentence; null if it
 * can.
 */
export function hostedLabAbsent() {
  if (process.platform === "linux" && process.arch === "x64") return null;
  return "npm has PostgREST for Linux on x64 only: nothing was tested against a hosted-style Supabase.";
}
