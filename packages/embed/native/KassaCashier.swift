// The Kassa cashier in a WKWebView; see README.md in this folder.
import UIKit
import WebKit

/// Add `webView` to your view, and call `destroy()` when the screen closes. `hostData` holds the token, locale, paymentGeo …
@MainActor
final class KassaCashier: NSObject, WKScriptMessageHandler, WKNavigationDelegate, WKUIDelegate {
    let webView = WKWebView()
    var onClose = {}
    var onMessage: (_ type: String, _ payload: [String: Any]) -> Void = { _, _ in }

    private let url: URL
    private var hostData: [String: Any]
    private let refreshToken: () async throws -> String
    private weak var presenter: UIViewController?
    private var refreshing: Task<Void, Never>?
    private var (pause, tokenAt) = (0.0, Date.distantPast)
    private var scripts: WKUserContentController { webView.configuration.userContentController }

    init(url: URL, hostData: [String: Any], presenter: UIViewController, refreshToken: @escaping () async throws -> String) {
        precondition(url.scheme == "https", "url must be https")
        self.url = url
        self.hostData = hostData
        self.presenter = presenter
        self.refreshToken = refreshToken
        super.init()
        webView.navigationDelegate = self
        webView.uiDelegate = self
        // The provider's page opens after the server's response, some time after the player's tap.
        webView.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        scripts.add(self, name: "kassa")
        provideHostData()
        webView.load(URLRequest(url: url))
    }

    func destroy() {
        refreshing?.cancel()
        scripts.removeScriptMessageHandler(forName: "kassa") // otherwise it would keep this object alive
    }

    func updateToken(_ token: String) {
        hostData["token"] = token
        provideHostData() // for a page that reloads
        send("token-updated", ["token": token])
    }

    /// Sends `close`, `theme-updated`, `bonus-list-updated` …
    func send(_ type: String, _ payload: [String: Any] = [:]) {
        let message = script(["messageType": type, "payload": payload])
        webView.evaluateJavaScript("window.postMessage(JSON.stringify(\(message)), location.origin)")
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame, isOwn(webView.url), let body = message.body as? String,
              let words = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
              let type = words["messageType"] as? String else { return }
        let payload = words["payload"] as? [String: Any] ?? [:]
        let text = payload["text"] as? String ?? ""
        switch type {
        case "tokenExpired": refresh()
        case "onCopyToBuffer": UIPasteboard.general.string = text
        case "onShare":
            let sheet = UIActivityViewController(activityItems: [text], applicationActivities: nil)
            sheet.popoverPresentationController?.sourceView = webView
            presenter?.present(sheet, animated: true)
        default: if type == "onClose" { onClose() }
        }
        onMessage(type, payload)
    }

    /// Requests one token at a time, with longer pauses while tokens are rejected within 30 s.
    private func refresh() {
        guard refreshing == nil else { return }
        refreshing = Task { [weak self] in
            while let cashier = self, !Task.isCancelled {
                cashier.pause = Date().timeIntervalSince(cashier.tokenAt) >= 30 ? 0 : min(max(cashier.pause * 2, 1), 60)
                try? await Task.sleep(nanoseconds: UInt64(cashier.pause * 1_000_000_000))
                let answer = try? await cashier.refreshToken()
                cashier.tokenAt = Date()
                guard let token = answer, !token.isEmpty, !Task.isCancelled else { continue }
                cashier.refreshing = nil
                return cashier.updateToken(token)
            }
        }
    }

    private func provideHostData() {
        let source = "if (location.origin === '\(origin(url))') window.__kassaHostData = \(script(hostData))"
        scripts.removeAllUserScripts()
        scripts.addUserScript(WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true))
    }

    // Only the cashier loads in this web view; a provider's page opens in the browser.
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        guard action.targetFrame?.isMainFrame == true, !isOwn(action.request.url) else { return .allow }
        openOutside(action.request.url)
        return .cancel
    }
    func webView(_ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for action: WKNavigationAction, windowFeatures: WKWindowFeatures) -> WKWebView? {
        openOutside(action.request.url) // always an address, never a form
        return nil
    }

    /// Opens web pages in the browser, and upi: or tg: links in their apps.
    private func openOutside(_ target: URL?) {
        guard let target, !["javascript", "data", "file", "about", "blob"].contains(target.scheme ?? "about") else { return }
        UIApplication.shared.open(target)
    }

    private func isOwn(_ other: URL?) -> Bool { other.map(origin) == origin(url) }
    private func origin(_ url: URL) -> String { "\(url.scheme ?? "")://\(url.host ?? "")" + (url.port.map { ":\($0)" } ?? "") }

    /// Encodes JSON so that it is safe in any JavaScript context.
    private func script(_ value: [String: Any]) -> String {
        guard let data = try? JSONSerialization.data(withJSONObject: value) else { return "null" }
        return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "<", with: "\\u003c")
            .replacingOccurrences(of: "\u{2028}", with: "\\u2028").replacingOccurrences(of: "\u{2029}", with: "\\u2029")
    }
}
