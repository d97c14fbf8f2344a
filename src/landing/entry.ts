import "./landing.css";
import { startPage } from "./after-load/start-page.ts";

startPage();
