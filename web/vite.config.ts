import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The page is built into the package, so that the wheel holds it and a user needs no Node.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $texts: here("../src/skipbo/texts") } },
  build: {
    outDir: here("../src/skipbo/server/page"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: scripts
    target: "es2022",
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8321", ws: true } },
  },
});
