//! The pages there are. An address that is none of them is a 404, whatever the browser's router would make of it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::App;
use crate::features::catalogue;
use crate::features::catalogue::snapshot::Snapshot;
use crate::problem::Lang;

/// What was asked for.
pub struct Visit {
    pub lang: Lang,
    /// Without the language's prefix: `/games/rov`
    pub path: String,
    /// What stands behind the question mark, but for the marks of those who count where visitors come from
    asked: Vec<(String, String)>,
}

/// What is shown.
pub struct Page {
    pub status: StatusCode,
    pub kind: Kind,
    /// Chunks that the browser will want at once, by their sources as the web's manifest names them
    pub chunks: Vec<String>,
    /// Questions whose answers the page starts from: operation, variables
    pub questions: Vec<(&'static str, Value)>,
    /// The address that its body is rendered for, if that is anybody's to see
    pub rendered: Option<String>,
}

pub enum Kind {
    Home,
    Games {
        filtered: bool,
    },
    Game {
        catalogue: Arc<Snapshot>,
        game: usize,
    },
    /// The same for everyone, and indexed: name
    Plain(&'static str),
    /// Nobody else's business, not indexed: name
    Private(&'static str),
    Missing,
    Broken,
}

/// Path, name, source of its chunk, texts.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

const PRIVATE: &[Row] = &[
    ("/search", "search", "features/games/search.tsx", &["games", "home"]),
    ("/cart", "cart", "features/cart/page.tsx", &["cart"]),
    ("/auth/login", "login", "features/account/login.tsx", &["account", "mobile"]),
    ("/account/verify", "verify", "features/mobile/verify.tsx", &["mobile"]),
    ("/account/verify-email", "verifyEmail", "features/mail/verify-email.tsx", &["mail", "mobile"]),
    ("/mail/unsubscribe", "unsubscribe", "features/mail/unsubscribe.tsx", &["mail"]),
    ("/login", "login", "features/account/callback.tsx", &["account"]),
    ("/callback", "login", "features/account/callback.tsx", &["account"]),
    ("/callback/result", "login", "features/account/callback.tsx", &["account"]),
    ("/payment/process", "checkout", "features/orders/process.tsx", &["orders", "cart", "coupons"]),
    ("/promtpay", "promptpay", "features/orders/promptpay.tsx", &["orders"]),
    ("/purchase/result", "result", "features/orders/result.tsx", &["orders"]),
    ("/account/dashboard", "account", "features/account/dashboard.tsx", &["account", "mobile", "orders", "inbox"]),
    ("/account/profile", "profile", "features/profile/page.tsx", &["account", "profile", "form", "mail"]),
    ("/account/change-password", "password", "features/password/page.tsx", &["account", "profile", "form"]),
    ("/account/purchased", "purchased", "features/orders/purchased.tsx", &["account", "orders"]),
    ("/account/team", "team", "features/account/team.tsx", &["account"]),
    ("/account/inbox", "inbox", "features/inbox/page.tsx", &["account", "inbox"]),
    ("/account/favorites", "favorites", "features/favorites/page.tsx", &["account", "favorites", "home"]),
    ("/account/coupons", "coupons", "features/coupons/page.tsx", &["account", "coupons"]),
    ("/operator/repairs", "operator", "features/operator/repairs.tsx", &["operator"]),
];

const PLAIN: &[Row] = &[
    ("/terms", "terms", "features/pages/plain.tsx", &["pages"]),
    ("/contact", "contact", "features/pages/plain.tsx", &["pages"]),
    ("/services", "services", "features/pages/plain.tsx", &["pages"]),
];

/// Addresses that only lead elsewhere.
const MOVED: &[(&str, &str)] = &[("/games-redirect", "/games"), ("/account", "/account/dashboard")];

impl Visit {
    pub fn of(path: &str, query: Option<&str>) -> Self {
        let (lang, path) = match path.strip_prefix("/en") {
            Some("") => (Lang::En, "/"),
            Some(rest) if rest.starts_with('/') => (Lang::En, rest),
            _ => (Lang::Th, path),
        };
        let pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        let asked = pairs.filter(|(name, _)| !name.starts_with("utm_") && !COUNTED.contains(&name.as_ref()));
        Self { lang, path: path.to_owned(), asked: asked.map(|(name, value)| (name.into_owned(), value.into_owned())).collect() }
    }

    /// The one thing asked for, if it is this and nothing else is.
    fn only(&self, name: &str) -> Option<&str> {
        match self.asked.as_slice() {
            [(asked, value)] if asked == name => Some(value),
            _ => None,
        }
    }

    /// This address as everybody may ask for it, with `query` behind the question mark; nothing if more was asked for than that.
    fn common(&self, query: Option<String>) -> Option<String> {
        let path = super::head::address("", &self.path, self.lang);
        match query {
            Some(query) => Some(format!("{path}?{query}")),
            None => self.asked.is_empty().then_some(path),
        }
    }

    /// Where this address has moved to, with the language's prefix.
    pub fn moved(&self) -> Option<String> {
        let to = match self.path.strip_prefix("/games-redirect/") {
            Some(id) if !id.is_empty() && !id.contains('/') => format!("/games/{id}"),
            _ => MOVED.iter().find(|(from, _)| *from == self.path)?.1.to_owned(),
        };
        Some(super::head::address("", &to, self.lang))
    }

    /// Finds the page; a game's address is looked up in the catalogue.
    pub async fn page(&self, app: &App) -> Page {
        let config = ("ConfigQuery", json!({}));
        if let Some((_, name, source, texts)) = PRIVATE.iter().find(|row| row.0 == self.path) {
            return self.found(Kind::Private(name), source, texts, vec![config]);
        }
        if let Some((_, name, source, texts)) = PLAIN.iter().find(|row| row.0 == self.path) {
            let mut questions = vec![config];
            if *name == "contact" {
                questions.push(("FaqQuery", json!({})));
            }
            let page = self.found(Kind::Plain(name), source, texts, questions);
            return Page { rendered: self.common(None), ..page };
        }
        match self.path.as_str() {
            "/" => {
                let questions = vec![("HomeQuery", json!({})), config];
                let page = self.found(Kind::Home, "features/home/page.tsx", &["home"], questions);
                return Page { rendered: self.common(None), ..page };
            }
            "/games" => {
                let asked = self.asked.iter().find(|(name, _)| name == "kind").map(|(_, kind)| kind.as_str());
                let kind = asked.filter(|kind| KINDS.contains(kind));
                let questions = vec![("GamesQuery", json!({"search": null, "kind": kind})), config];
                let filtered = kind.is_some();
                let page = self.found(Kind::Games { filtered }, "features/games/list.tsx", &["games", "home"], questions);
                let only = self.only("kind").filter(|kind| KINDS.contains(kind)).map(|kind| format!("kind={kind}"));
                return Page { rendered: self.common(only), ..page };
            }
            "/error500" => return self.failed(StatusCode::INTERNAL_SERVER_ERROR, Kind::Broken),
            _ => {}
        }
        if let Some(id) = self.path.strip_prefix("/games/").filter(|id| !id.contains('/')) {
            let answers = catalogue::of(app);
            answers.ready(Duration::from_secs(2)).await;
            let catalogue = answers.catalogue();
            if let Some(game) = catalogue.game(id) {
                let questions = vec![("GameQuery", json!({"id": id})), config];
                let chosen = self.only("product").filter(|asked| {
                    let products = catalogue.games[game].products.iter().map(|at| catalogue.products[*at].id.to_string());
                    products.into_iter().any(|known| known == *asked)
                });
                let rendered = self.common(chosen.map(|product| format!("product={product}")));
                let page = self.found(Kind::Game { catalogue, game }, "features/games/page.tsx", &["games"], questions);
                return Page { rendered, ..page };
            }
        }
        let page = self.failed(StatusCode::NOT_FOUND, Kind::Missing);
        // It looks the same wherever it is, but among the games, where the browser says it otherwise.
        if self.path.starts_with("/games") || !self.asked.is_empty() {
            return page;
        }
        let rendered = Some(super::head::address("", "/not-found", self.lang));
        Page { rendered, questions: vec![config], ..page }
    }

    fn found(&self, kind: Kind, source: &str, texts: &[&str], questions: Vec<(&'static str, Value)>) -> Page {
        let mut chunks = vec![format!("src/{source}")];
        chunks.extend(texts.iter().chain(&["common"]).map(|name| format!("src/i18n/{}/{name}.ts", self.lang.as_str())));
        Page { status: StatusCode::OK, kind, chunks, questions, rendered: None }
    }

    fn failed(&self, status: StatusCode, kind: Kind) -> Page {
        let chunks = vec![format!("src/i18n/{}/common.ts", self.lang.as_str())];
        Page { status, kind, chunks, questions: vec![], rendered: None }
    }
}

/// Names that advertisers add to an address; no page reads them.
const COUNTED: [&str; 5] = ["fbclid", "gclid", "msclkid", "ttclid", "line_uid"];
const KINDS: [&str; 5] = ["TOPUP", "VOUCHER", "DATA_PACKAGE", "SUBSCRIPTION", "CLOUD_GAME"];
