import "./landing.css";
import { mountLanding } from "./mount-landing.tsx";

// A task of its own: evaluating React has just filled one.
setTimeout(mountLanding);
