// Invitations bring a token behind the # of their link, which no server and no log ever sees.

const TOKEN = /^bsm_[a-z2-7]+_[a-z2-7]+$/;

/** Put the token of an invitation into the form. @param {HTMLFormElement} form */
export function takeInvitation(form) {
  const token = location.hash.slice(1);
  const field = form.querySelector("input[name=token]");
  if (!TOKEN.test(token) || !(field instanceof HTMLInputElement)) return;
  // The token shall not stay in the history of the browser.
  history.replaceState(null, "", location.pathname + location.search);
  field.value = token;
  form.querySelector("button")?.focus();
}

/** Put the token of a seat's link into the form. @param {HTMLFormElement} form */
export function takeSeat(form) {
  const token = location.hash.slice(1);
  const field = form.querySelector("input[name=token]");
  if (!(field instanceof HTMLInputElement)) return;
  if (TOKEN.test(token)) {
    field.value = token;
    // The link stays in the address: whoever reloads before sitting down still has it.
    form.querySelector("button")?.focus();
  } else if (!("free" in form.dataset)) {
    form.hidden = true;
    const said = document.getElementById("join-said");
    if (said) said.hidden = false;
  }
}

/** Buttons that copy what stands in a field. */
export function copyButtons() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.getAttribute("data-copy") ?? "");
      if (!(field instanceof HTMLInputElement)) return;
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => {});
      button.classList.add("done");
    });
  }
}
