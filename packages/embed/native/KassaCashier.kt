// The Kassa cashier in an Android WebView; see README.md in this folder.
import android.annotation.SuppressLint
import android.content.*
import android.net.Uri
import android.os.*
import android.webkit.*
import androidx.webkit.*
import org.json.*
/** Call it on the main thread, and call [destroy] when the screen closes. `hostData` holds the token, locale, paymentGeo … */
@SuppressLint("SetJavaScriptEnabled")
class KassaCashier(
    private val webView: WebView,
    url: String,
    private val hostData: JSONObject,
    private val refreshToken: (onToken: (String?) -> Unit) -> Unit,
    private val onClose: () -> Unit,
    private val onMessage: (type: String, payload: JSONObject) -> Unit = { _, _ -> },
) {
    private val origin = originOf(Uri.parse(url)).also { require(it.startsWith("https://")) { "url must be https" } }
    private val clipboard = webView.context.getSystemService(ClipboardManager::class.java)
    private val main = Handler(Looper.getMainLooper())
    private var handler: ScriptHandler? = null
    private var isRefreshing = false
    private var isDestroyed = false
    private var pauseMs = 0L
    private var tokenAt = -MIN_LIFETIME_MS

    init {
        webView.settings.apply { javaScriptEnabled = true; domStorageEnabled = true; setSupportMultipleWindows(true) }
        // The provider's page opens after the server's response, some time after the player's tap.
        webView.settings.javaScriptCanOpenWindowsAutomatically = true
        webView.webViewClient = Links { it.isForMainFrame && originOf(it.url) != origin }
        webView.webChromeClient = object : WebChromeClient() {
            // The target of a new window is known only when it navigates: always to an address, never by a form.
            override fun onCreateWindow(view: WebView, isDialog: Boolean, isUserGesture: Boolean, resultMsg: Message): Boolean {
                (resultMsg.obj as WebView.WebViewTransport).webView = WebView(view.context).apply { webViewClient = Links { true } }
                return true.also { resultMsg.sendToTarget() }
            }
        }
        // Unlike an object of addJavascriptInterface, the listener exists only for pages of this origin.
        WebViewCompat.addWebMessageListener(webView, "KassaAndroid", setOf(origin)) { _, message, _, isMainFrame, _ ->
            if (isMainFrame) message.data?.let { receive(it) }
        }
        provideHostData()
        webView.loadUrl(url)
    }

    fun updateToken(token: String) {
        hostData.put("token", token)
        provideHostData() // for a page that reloads
        send("token-updated", JSONObject().put("token", token))
    }

    /** Sends `close`, `theme-updated`, `bonus-list-updated` … */
    fun send(type: String, payload: JSONObject = JSONObject()) {
        val message = script(JSONObject().put("messageType", type).put("payload", payload))
        webView.evaluateJavascript("window.postMessage(JSON.stringify($message), location.origin)", null)
    }

    fun destroy() {
        isDestroyed = true
        main.removeCallbacksAndMessages(null)
        webView.destroy()
    }

    private fun provideHostData() {
        handler?.remove()
        val source = "window.__kassaHostData = ${script(hostData)}"
        handler = WebViewCompat.addDocumentStartJavaScript(webView, source, setOf(origin))
    }

    private fun receive(json: String) {
        val message = try { JSONObject(json) } catch (_: JSONException) { return }
        val payload = message.optJSONObject("payload") ?: JSONObject()
        val (type, text) = message.optString("messageType") to payload.optString("text")
        when (type) {
            "tokenExpired" -> if (!isRefreshing) refresh()
            "onCopyToBuffer" -> clipboard.setPrimaryClip(ClipData.newPlainText("", text))
            "onShare" -> start(Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, text))
            "onClose" -> onClose()
        }
        onMessage(type, payload)
    }

    /** Requests one token at a time, with longer pauses while its tokens are rejected. */
    private fun refresh() {
        isRefreshing = true
        pauseMs = if (SystemClock.elapsedRealtime() - tokenAt >= MIN_LIFETIME_MS) 0 else (pauseMs * 2).coerceIn(1_000, 60_000)
        main.postDelayed({ refreshToken { token -> if (!isDestroyed) main.post { take(token) } } }, pauseMs)
    }

    private fun take(token: String?) {
        tokenAt = SystemClock.elapsedRealtime()
        isRefreshing = false
        if (token.isNullOrEmpty()) refresh() else updateToken(token)
    }

    private fun start(intent: Intent) = try {
        webView.context.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
    } catch (_: ActivityNotFoundException) { /* no app handles this link */ }

    /** Opens links outside: web pages in the browser, upi: or tg: in their apps; never this phone's local files. */
    private inner class Links(val leadsOut: (WebResourceRequest) -> Boolean) : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (!leadsOut(request)) return false
            if (request.url.scheme !in setOf("file", "content", "data", "javascript", "intent", "about", "blob"))
                start(Intent(Intent.ACTION_VIEW, request.url).addCategory(Intent.CATEGORY_BROWSABLE))
            if (view !== webView) main.post { view.destroy() }
            return true
        }
    }
}

private const val MIN_LIFETIME_MS = 30_000L // a token rejected sooner counts as a failed attempt
private fun originOf(uri: Uri) = "${uri.scheme}://${uri.host}" + if (uri.port == -1) "" else ":${uri.port}"

/** Encodes JSON so that it is safe in any JavaScript context. */
private fun script(json: JSONObject) = json.toString()
    .replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
