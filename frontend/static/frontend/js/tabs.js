// How much is asked of the reader stands on a tab that only narrow screens have. It is fetched where it is shown;
// elsewhere it is behind, until the screen is narrow.
export function startTabs() {
  const tabs = document.querySelector(".phone-tabs");
  if (!tabs) return;
  let behind = false;
  function ask() {
    behind = !tabs.checkVisibility();
    if (!behind) document.body.dispatchEvent(new CustomEvent("changed-asked"));
  }
  // What changed at once is asked for once.
  let waits = false;
  function changed() {
    if (waits) return;
    waits = true;
    queueMicrotask(() => {
      waits = false;
      ask();
    });
  }
  document.body.addEventListener("changed-strip", changed);
  document.body.addEventListener("changed-orders", changed);
  window.addEventListener("resize", () => behind && ask());
}
