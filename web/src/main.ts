import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./lib/texts.svelte";
import "./theme.css";

await loadLanguage();
mount(App, { target: document.getElementById("app")! });
