import { groupKindText } from "../../../../protocol/gvk.ts";
import { kindAnalysis } from "../../../kinds/compile/kind-analysis.ts";
import type { KindInFolder } from "../../../kinds/kinds.ts";
import { pathFromWorkingFolder } from "../../../terminal/working-folder-path.ts";
import { outcomeMarks } from "../../check/crosswalk/outcome-marks.ts";
import { versionTexts } from "../../serve/kind-lines.ts";
import { clockTime } from "../edit-lines.ts";
import type { KindProblem, ReloadResult } from "../live-kinds.ts";
import { crosswalkView } from "./crosswalk-view.ts";
import { type ObjectViewer, objectViewer } from "./object-view.ts";
import type { KindView, PageState, ProblemView, ReviewView } from "./page-state.ts";
import type { PastReview } from "./review-history.ts";

/** The contents of the page for the kinds as last loaded. They are computed when they are first needed. */
export class PageContent {
  readonly viewer: ObjectViewer;
  readonly #kinds: readonly KindInFolder[];
  readonly #problems: readonly KindProblem[];
  readonly #loaded = clockTime();
  #views: readonly KindView[] | undefined;

  /** Throws IncompleteRegistry if the kinds can't be served together. */
  constructor({ kinds, problems }: Pick<ReloadResult, "kinds" | "problems">) {
    this.viewer = objectViewer(kinds.map(({ kind }) => kind));
    this.#kinds = kinds;
    this.#problems = problems;
  }

  /** The whole state of the page, with these reviews. */
  state(reviews: readonly PastReview[]): PageState {
    this.#views ??= this.#kinds.map((found) => kindView(found, this.viewer));
    return {
      kinds: this.#views,
      problems: this.#problems.map(problemView),
      reviews: reviews.map((review) => this.review(review)),
      loaded: this.#loaded,
      marks: outcomeMarks,
    };
  }

  /** A review for the page. Its objects are converted by the kinds as last loaded. */
  review({ facts, objects }: PastReview): ReviewView {
    return { ...facts, objects: objects.flatMap((object) => this.viewer.view(object) ?? []) };
  }
}

function kindView({ kind, folder }: KindInFolder, viewer: ObjectViewer): KindView {
  return {
    name: groupKindText(kind),
    folder: pathFromWorkingFolder(folder),
    versions: versionTexts(kind),
    samples: kind.samples.flatMap((sample) => viewer.view(sample) ?? []),
    crosswalks: kindAnalysis(kind).lenses.map(crosswalkView),
  };
}

function problemView({ folder, text, served }: KindProblem): ProblemView {
  return { folder: pathFromWorkingFolder(folder), text, served: served && groupKindText(served) };
}
