use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, RedirectUrl, Scope, TokenResponse,
    core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims},
};
use reqwest::Client;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::world::{World, read, world, world_with};

const BACK: &str = "http://localhost:8080/login";
const VERIFIER: &str = "a-verifier-of-forty-three-characters-or-more-000";

/// Runs a request of the library that the shop uses, on our HTTP client.
async fn http(client: Client, request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let (parts, body) = request.into_parts();
    let answer = client.request(parts.method, parts.uri.to_string()).headers(parts.headers).body(body).send().await?;
    let mut response = HttpResponse::default();
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    *response.body_mut() = answer.bytes().await?.to_vec();
    Ok(response)
}

#[tokio::test]
async fn a_standard_client_signs_a_person_in() {
    let w = world().await;
    let client = w.client.clone();
    let call = move |request: HttpRequest| http(client.clone(), request);
    let issuer = IssuerUrl::new(w.url("/oidc")).unwrap();
    let provider = CoreProviderMetadata::discover_async(issuer, &call).await.unwrap();
    let relying = CoreClient::from_provider_metadata(
        provider,
        ClientId::new("manao".into()),
        Some(ClientSecret::new("sandbox-secret".into())),
    )
    .set_redirect_uri(RedirectUrl::new(BACK.into()).unwrap());
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state, nonce) = relying
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
        .add_scopes(["profile", "email", "phone"].map(|scope| Scope::new(scope.into())))
        .set_pkce_challenge(challenge)
        .add_extra_param("prompt", "none")
        .add_extra_param("login_hint", "somchai")
        .url();
    let back = location(&w, url.as_str()).await;
    assert_eq!(parameter(&back, "state").as_deref(), Some(state.secret().as_str()));
    let code = AuthorizationCode::new(parameter(&back, "code").unwrap());
    let tokens = relying.exchange_code(code).unwrap().set_pkce_verifier(verifier).request_async(&call).await.unwrap();
    // Signature, issuer, audience, expiry and nonce are checked here.
    let claims = tokens.id_token().unwrap().claims(&relying.id_token_verifier(), &nonce).unwrap();
    assert_eq!(claims.subject().as_str(), "somchai");
    assert_eq!(claims.email().unwrap().as_str(), "somchai@manao.example");
    assert_eq!(claims.phone_number().unwrap().as_str(), "+66812345671");
    assert_eq!(claims.phone_number_verified(), Some(true));
    let info: CoreUserInfoClaims = relying
        .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
        .unwrap()
        .request_async(&call)
        .await
        .unwrap();
    assert_eq!(info.name().unwrap().get(None).unwrap().as_str(), "สมชาย ใจดี");
    assert!(info.picture().is_none(), "an operator's number has no face");
}

async fn location(w: &World, url: &str) -> Url {
    let response = w.client.get(url).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 303, "{}", response.text().await.unwrap());
    response.headers()["location"].to_str().unwrap().parse().unwrap()
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

fn authorize(w: &World, changes: &[(&str, &str)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let mut url = Url::parse(&w.url("/oidc/authorize")).unwrap();
    let usual = [
        ("response_type", "code"),
        ("client_id", "manao"),
        ("redirect_uri", BACK),
        ("scope", "openid profile email phone"),
        ("state", "s1"),
        ("nonce", "n1"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        ("prompt", "none"),
    ];
    for (name, value) in usual {
        if !changes.iter().any(|(changed, _)| *changed == name) {
            url.query_pairs_mut().append_pair(name, value);
        }
    }
    url.query_pairs_mut().extend_pairs(changes);
    url.into()
}

async fn exchange(w: &World, code: &str, changes: &[(&str, &str)]) -> (u16, Value) {
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", BACK),
        ("code_verifier", VERIFIER),
        ("client_id", "manao"),
        ("client_secret", "sandbox-secret"),
    ];
    for (name, value) in changes {
        form.retain(|(kept, _)| kept != name);
        form.push((name, value));
    }
    read(w.client.post(w.url("/oidc/token")).form(&form).send().await.unwrap()).await
}

async fn code(w: &World, hint: &str) -> String {
    parameter(&location(w, &authorize(w, &[("login_hint", hint)])).await, "code").unwrap()
}

fn claims(tokens: &Value) -> Value {
    let middle = tokens["id_token"].as_str().unwrap().split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(middle).unwrap()).unwrap()
}

#[tokio::test]
async fn a_code_works_once_and_only_for_who_asked() {
    let w = world().await;
    for (change, status, error) in [
        (("code_verifier", "another-verifier-of-forty-three-characters-0000"), 400, "invalid_grant"),
        (("redirect_uri", "http://localhost:8080/other"), 400, "invalid_grant"),
        (("client_secret", "wrong"), 401, "invalid_client"),
        (("client_id", "nobody"), 401, "invalid_client"),
        (("grant_type", "password"), 400, "unsupported_grant_type"),
    ] {
        let code = code(&w, "malee").await;
        let (got, body) = exchange(&w, &code, &[change]).await;
        assert_eq!((got, &body["error"]), (status, &json!(error)), "{change:?}");
    }
    let code = code(&w, "malee").await;
    assert_eq!(exchange(&w, &code, &[]).await.0, 200);
    assert_eq!(exchange(&w, &code, &[]).await.1["error"], "invalid_grant");
}

#[tokio::test]
async fn claims_are_as_the_person_is() {
    let w = world().await;
    let person = |hint: &'static str| {
        let w = &w;
        async move { claims(&exchange(w, &code(w, hint).await, &[]).await.1) }
    };
    let fah = person("fah").await;
    assert_eq!((fah.get("email"), fah.get("phone_number")), (None, None));
    assert_eq!(fah["idp"], "facebook");
    assert_eq!(person("ploy").await["email_verified"], false);
    let krit = person("krit").await;
    assert_eq!(krit["phone_number_verified"], false);
    let picture = w.client.get(krit["picture"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/svg+xml; charset=utf-8");
    // A picture cannot bring the font for them: a Thai letter would be a box where there is none.
    assert!(!picture.text().await.unwrap().contains("<text"), "no letters");
    assert_eq!(person("operator@manao.example").await["sub"], "operator");
    assert_eq!(person("0812345672").await["sub"], "malee");
    let load = person("load-123").await;
    assert_eq!(load["email"], "load-123@manao.example");
    assert_eq!(person("player-17").await["email"], "player-17@players.manao.example");
    let new = person("new-123").await;
    assert_eq!((&new["email"], &new["email_verified"]), (&json!("new-123@manao.example"), &json!(false)));
    assert!(new["phone_number"].is_null());
    assert_eq!(load["phone_number"], "+66900000123");
    assert_eq!(load["nonce"], "n1");
    let people: Value = w.get("/oidc/people").await.json().await.unwrap();
    assert!(people.as_array().unwrap().len() >= 10);
}

#[tokio::test]
async fn what_is_wrong_goes_back_to_the_client_unless_the_client_is_unknown() {
    let w = world().await;
    for (changes, error) in [
        (vec![], "login_required"),
        (vec![("login_hint", "nobody")], "login_required"),
        (vec![("code_challenge", "")], "invalid_request"),
        (vec![("code_challenge_method", "plain")], "invalid_request"),
        (vec![("response_type", "token")], "unsupported_response_type"),
        (vec![("scope", "email")], "invalid_scope"),
    ] {
        let back = location(&w, &authorize(&w, &changes)).await;
        assert_eq!(parameter(&back, "error").as_deref(), Some(error), "{changes:?}");
        assert_eq!(parameter(&back, "state").as_deref(), Some("s1"));
    }
    for change in [
        ("client_id", "nobody"),
        ("redirect_uri", "https://evil.example/"),
        ("redirect_uri", "http://localhost.evil.example/"),
        ("redirect_uri", "javascript:alert(1)"),
    ] {
        let url = authorize(&w, &[change, ("login_hint", "somchai")]);
        assert_eq!(w.client.get(url).send().await.unwrap().status(), 400, "{change:?}");
    }
    let registered = vec!["https://shop.example/login".to_owned()];
    let w = world_with(|settings| settings.oidc_redirect_uris = registered).await;
    let url = authorize(&w, &[("redirect_uri", "https://shop.example/login"), ("login_hint", "john")]);
    assert_eq!(location(&w, &url).await.host_str(), Some("shop.example"));
    assert_eq!(w.client.get(authorize(&w, &[])).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn the_page_offers_people_signs_in_and_out() {
    let w = world().await;
    let url = authorize(&w, &[("prompt", "login"), ("ui_locales", "en")]);
    let page = w.client.get(&url).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("สมชาย ใจดี") && page.contains(r#"data-person="promoter""#));
    let request = Url::parse(&url).unwrap().query().unwrap().to_owned();
    let choose = |person: &'static str| {
        let form = [("person", person), ("request", request.as_str())];
        w.client.post(w.url("/oidc/authorize")).form(&form).send()
    };
    let refused: Url = choose("").await.unwrap().headers()["location"].to_str().unwrap().parse().unwrap();
    assert_eq!(parameter(&refused, "error").as_deref(), Some("access_denied"));
    let chosen = choose("rival").await.unwrap();
    let cookie = chosen.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let back: Url = chosen.headers()["location"].to_str().unwrap().parse().unwrap();
    let (status, tokens) = exchange(&w, &parameter(&back, "code").unwrap(), &[]).await;
    assert_eq!(status, 200);

    // The browser is logged in here: prompt=none needs no hint any more.
    let silent = w.client.get(authorize(&w, &[])).header("Cookie", &cookie).send().await.unwrap();
    assert!(silent.headers()["location"].to_str().unwrap().contains("code="));
    let end = "/oidc/end_session?post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A8080%2F&state=x";
    let hint = tokens["id_token"].as_str().unwrap();
    for not_known in [end.to_owned(), format!("{end}&id_token_hint={hint}x")] {
        assert_eq!(w.get(&not_known).await.status(), 400);
    }
    let out = w.get(&format!("{end}&id_token_hint={hint}")).await;
    assert_eq!(out.headers()["location"], "http://localhost:8080/?state=x");
    assert!(out.headers()["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
}

#[tokio::test]
async fn userinfo_wants_a_token_of_ours() {
    let w = world().await;
    for token in ["", "nonsense", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcGVyYXRvciJ9."] {
        let request = w.client.get(w.url("/oidc/userinfo")).bearer_auth(token);
        assert_eq!(request.send().await.unwrap().status(), 401);
    }
}
