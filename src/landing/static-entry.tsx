import { mountStatic } from "./mount-static.tsx";

// A task of its own: evaluating React has just filled one.
setTimeout(mountStatic);
