/** The seconds after which a screen polls for content again, if the answer has no other number in `REFRESH_HEADER`. */
export const REFRESH_INTERVAL_S = 60;
export const REFRESH_HEADER = 'catering-refresh';

/** The script of a phone page. It stores the chosen allergens on the phone alone, and shows the link for calendars. */
export const PHONE_SCRIPT = `(function () {
  var link = document.getElementById('webcal');
  if (link) { link.href = link.href.replace(/^http/, 'webcal').replace('webcals', 'webcal'); link.hidden = false; }
  var boxes = [].slice.call(document.querySelectorAll('[type=checkbox]'));
  try {
    var stored = (localStorage.getItem('allergens') || '').split(',');
    boxes.forEach(function (box) { box.checked = stored.indexOf(box.value) >= 0; });
    document.addEventListener('change', function () {
      var chosen = boxes.filter(function (box) { return box.checked; });
      localStorage.setItem('allergens', chosen.map(function (box) { return box.value; }).join());
    });
  } catch (nothing) {
    // Without storage people choose anew each time.
  }
})();`;

/**
 * The script of a hung screen. It turns the slides, which are the elements with the class `page`. It polls for content in the
 * shape of its window; a preview does not. The answer is a whole page, of which the script takes the content of `<main>`; if
 * its version is another, the script reloads the page. While no answer comes, it shows the age of the content. Syntax and
 * functions are for televisions ten years old. If their clock leaps back, or 30 days (2592e6 ms) ahead, it counts one second.
 */
export const HUNG_SCREEN_SCRIPT = `(function () {
  var content = document.getElementById('content');
  var age = document.getElementById('age');
  var slideMs = Number(content.getAttribute('data-seconds')) * 1000;
  var version = content.getAttribute('data-version');
  var minWideRatio = Number(content.getAttribute('data-wide'));
  var etag = content.getAttribute('data-etag');
  var isPreview = content.hasAttribute('data-still');
  var root = document.documentElement;
  var requestedShape = root.className;
  var clockMs = new Date().getTime();
  var elapsedMs = 0;
  var pollSeconds = ${REFRESH_INTERVAL_S};
  var lastPollMs = 0;
  var lastSuccessMs = 0;
  var firstSlideMs = 0;
  var isLost = false;
  function advanceClock() {
    var passedMs = new Date().getTime() - clockMs;
    clockMs += passedMs;
    elapsedMs += passedMs >= 0 && passedMs < 2592e6 ? passedMs : 1000;
  }
  function findShape() { return window.innerWidth < minWideRatio * window.innerHeight ? 'narrow' : 'wide'; }
  function showSlide() {
    var pages = content.children;
    var shownIndex = Math.floor((elapsedMs - firstSlideMs) / slideMs) % pages.length;
    for (var i = 0; i < pages.length; i++) {
      var name = i === shownIndex ? 'page on' : 'page';
      if (pages[i].className !== name) pages[i].className = name;
    }
  }
  function showAge() {
    var minutes = Math.floor((elapsedMs - lastSuccessMs) / 60000);
    var text = isLost ? '网络中断，显示的是' + (minutes < 1 ? '不到 1 ' : ' ' + minutes + ' ') + '分钟前的内容' : '';
    if (age.textContent !== text) age.textContent = text;
  }
  function useAnswer(request, drawnShape) {
    var status = request.status;
    var text = request.responseText || '';
    var end = '</main>';
    isLost = false;
    if (status === 200 && text.indexOf('<main') > 0 && text.indexOf(end) > 0) {
      if (text.indexOf('data-version="' + version + '"') < 0) { location.reload(); return; }
      etag = request.getResponseHeader('ETag');
      var start = text.indexOf('>', text.indexOf('<main')) + 1;
      var newContent = text.substring(start, text.indexOf(end));
      if (content.innerHTML !== newContent) { content.innerHTML = newContent; firstSlideMs = elapsedMs; }
      root.className = drawnShape;
    } else if (status === 404 || status === 410) {
      etag = null;
      content.innerHTML = '<section class="page on"><p class="none">此屏幕已停用</p></section>';
    } else isLost = status !== 304;
    if (!isLost) lastSuccessMs = elapsedMs;
    pollSeconds = isLost ? ${REFRESH_INTERVAL_S} : Number(request.getResponseHeader('${REFRESH_HEADER}')) || ${REFRESH_INTERVAL_S};
    showSlide();
    showAge();
  }
  function poll() {
    var request = new XMLHttpRequest();
    var drawnShape = requestedShape;
    request.open('GET', location.pathname + (drawnShape === 'wide' ? '' : '?shape=' + drawnShape), true);
    if (etag) request.setRequestHeader('If-None-Match', etag);
    request.onreadystatechange = function () {
      if (request.readyState === 4) useAnswer(request, drawnShape);
    };
    request.timeout = 30000;
    request.send();
  }
  function tick() {
    advanceClock();
    showSlide();
    showAge();
    if (isPreview || elapsedMs - lastPollMs < pollSeconds * 1000 && findShape() === requestedShape) return;
    lastPollMs = elapsedMs;
    requestedShape = findShape();
    poll();
  }
  tick();
  setInterval(tick, 1000);
})();`;
