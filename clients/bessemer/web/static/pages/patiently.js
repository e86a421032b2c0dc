// Answers that take a while: the server says when to ask again.

/** What is at an address; asked again if the server says when. @param {string} address */
export async function patiently(address) {
  let answer = await fetch(address);
  for (let tries = 0; tries < 20; tries++) {
    const seconds = Number(answer.headers.get("Retry-After"));
    if (!seconds) break;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    answer = await fetch(address);
  }
  return answer;
}
