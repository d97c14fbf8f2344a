import "./landing.css";
import { mountLanding } from "./mount-landing.tsx";

// In a separate task: evaluating React has just taken a full one.
setTimeout(mountLanding);
