// npm run mutation:stash: what is preserved, and what of it is restored.
import { options } from "../options.mjs";

export default options("stash", ["lib/lens/stash/*.ts"], null);
