import "./landing.css";
import { mountLanding } from "./mount.tsx";

mountLanding();
