import "./landing.css";
import { startPage } from "./reading/start-page.ts";

startPage();
