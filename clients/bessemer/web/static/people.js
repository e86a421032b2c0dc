// Signing in: an invitation brings the token behind the # of its link, which no server and no log ever sees.

/** Put the token of an invitation into the form. @param {HTMLFormElement} form */
export function takeInvitation(form) {
  const token = location.hash.slice(1);
  const field = form.querySelector("input[name=token]");
  if (!/^bsm_[a-z2-7_]+$/.test(token) || !(field instanceof HTMLInputElement)) return;
  // The token shall not stay in the history of the browser.
  history.replaceState(null, "", location.pathname + location.search);
  field.value = token;
  form.querySelector("button")?.focus();
}
