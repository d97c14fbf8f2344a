import { mountStatic } from "./mount-static.tsx";

// In a separate task: evaluating React has just taken a full one.
setTimeout(mountStatic);
