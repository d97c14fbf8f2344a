import "./landing.css";
import { startHydration } from "./after-load/hydration.ts";
import { startPage } from "./after-load/start-page.ts";

startHydration();
startPage();
