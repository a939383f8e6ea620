/** The interval at which a screen polls for content, in seconds, unless an answer says another one by this header. */
export const REFRESH_INTERVAL_S = 60;
export const REFRESH_HEADER = 'catering-refresh';

/** The script of a phone page. It stores the chosen allergens on the phone only, and shows a link that calendars subscribe to. */
export const PHONE_SCRIPT = `(function () {
  var link = document.getElementById('webcal');
  if (link) { link.href = link.href.replace(/^http/, 'webcal').replace('webcals', 'webcal'); link.hidden = false; }
  var boxes = [].slice.call(document.querySelectorAll('[type=checkbox]'));
  try {
    var kept = (localStorage.getItem('allergens') || '').split(',');
    boxes.forEach(function (box) { box.checked = kept.indexOf(box.value) >= 0; });
    document.addEventListener('change', function () {
      var chosen = boxes.filter(function (box) { return box.checked; });
      localStorage.setItem('allergens', chosen.map(function (box) { return box.value; }).join());
    });
  } catch (nothing) {
    // Whoever forbids storage chooses anew each time.
  }
})();`;

/**
 * The script of a hung screen. It turns the slides (the elements with the class `page`), polls for content in the shape
 * of its window, and shows the age of the content while the service does not answer. A preview only turns the slides. The
 * answer to a poll is the whole page; only the content of `<main>` is taken from it. If the answer has another version,
 * the page is reloaded with its new script. Televisions may be ten years old, so the script uses only old syntax and functions.
 * Its own clock goes on where that of the television is set back, or leaps.
 */
export const HUNG_SCREEN_SCRIPT = `(function () {
  var content = document.getElementById('content');
  var age = document.getElementById('age');
  var every = Number(content.getAttribute('data-seconds')) * 1000;
  var version = content.getAttribute('data-version');
  var wide = Number(content.getAttribute('data-wide'));
  var etag = content.getAttribute('data-etag');
  var isStill = content.hasAttribute('data-still');
  var root = document.documentElement;
  var wanted = root.className;
  var shownTime = new Date().getTime();
  var passed = 0;
  var wait = ${REFRESH_INTERVAL_S};
  var asked = 0;
  var good = 0;
  var begun = 0;
  var isLost = false;
  function pass() {
    var step = new Date().getTime() - shownTime;
    shownTime += step;
    passed += step >= 0 && step < 2592e6 ? step : 1000;
  }
  function shape() { return window.innerWidth < wide * window.innerHeight ? 'narrow' : 'wide'; }
  function turn() {
    var pages = content.children;
    if (pages.length === 0) return;
    var shown = Math.floor((passed - begun) / every) % pages.length;
    for (var i = 0; i < pages.length; i++) {
      var name = i === shown ? 'page on' : 'page';
      if (pages[i].className !== name) pages[i].className = name;
    }
  }
  function tell() {
    var minutes = Math.floor((passed - good) / 60000);
    var text = isLost ? '网络中断，显示的是' + (minutes < 1 ? '不到 1 ' : ' ' + minutes + ' ') + '分钟前的内容' : '';
    if (age.textContent !== text) age.textContent = text;
  }
  function take(request, drawn) {
    var status = request.status;
    var text = request.responseText || '';
    var end = '</main>';
    if (status === 304) isLost = false;
    else if (status === 200 && text.indexOf('<main') > 0 && text.indexOf(end) > 0) {
      isLost = false;
      if (text.indexOf('data-version="' + version + '"') < 0) { location.reload(); return; }
      etag = request.getResponseHeader('ETag');
      var from = text.indexOf('>', text.indexOf('<main')) + 1;
      var next = text.substring(from, text.indexOf(end));
      if (content.innerHTML !== next) { content.innerHTML = next; begun = passed; }
      root.className = drawn;
    } else if (status === 404 || status === 410) {
      isLost = false;
      etag = null;
      content.innerHTML = '<section class="page on"><p class="none">此屏幕已停用</p></section>';
    } else isLost = true;
    if (!isLost) good = passed;
    wait = isLost ? ${REFRESH_INTERVAL_S} : Number(request.getResponseHeader('${REFRESH_HEADER}')) || ${REFRESH_INTERVAL_S};
    turn();
    tell();
  }
  function ask() {
    var request = new XMLHttpRequest();
    var isOver = false;
    var drawn = wanted;
    request.open('GET', location.pathname + (drawn === 'wide' ? '' : '?shape=' + drawn), true);
    if (etag) request.setRequestHeader('If-None-Match', etag);
    request.onreadystatechange = function () {
      if (request.readyState !== 4 || isOver) return;
      isOver = true;
      take(request, drawn);
    };
    request.timeout = 30000;
    request.send();
  }
  function go() {
    pass();
    turn();
    tell();
    if (isStill || passed - asked < wait * 1000 && shape() === wanted) return;
    asked = passed;
    wanted = shape();
    ask();
  }
  go();
  setInterval(go, 1000);
})();`;
