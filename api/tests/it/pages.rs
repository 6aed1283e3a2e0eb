//! Pages as a browser and a search engine get them before any script runs.

use std::path::PathBuf;

use crate::support::World;
use reqwest::Response;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, IF_NONE_MATCH, LOCATION};
use serde_json::{Value, json};

const INDEX: &str = r#"<!doctype html>
<html lang="th">
<head><meta charset="utf-8"><title>to be replaced</title><script>document.documentElement.dataset.theme = "dark"</script>
<script type="module" crossorigin src="/assets/index-a1.js"></script><link rel="stylesheet" crossorigin href="/assets/index-b2.css"><link rel="manifest" href="/manifest.webmanifest">
<!--head--></head>
<body><div id="root"><p class="frame">frame</p><!--/root--></div><!--data--></body></html>"#;

/// Imitates the web's pages: a game's data on them, and a page that cannot be rendered.
const RENDER: &str = r#"var manao = { render: async (url, answers) => {
  if (url === "/services") throw new Error("it broke")
  const games = answers.filter(({ key }) => key[0] === "GameQuery").map(({ data }) => data.game.name.en)
  return `<main lang="${url}">${answers.map(({ key }) => key[0])} ${games}</main><p class="game"></p>`
} }"#;

/// Imitates the `pages.json` that the web's build writes.
fn pages() -> Value {
    let row = |path: &str, th: &str, en: &str, source: Option<&str>| {
        let both = |th: &str, en: &str| json!({"th": th, "en": en});
        let description = both("คำอธิบายของหน้านี้", "What this page is about");
        json!({
            "path": path, "titles": {"": both(th, en)}, "description": description, "preload": {"th": [], "en": []},
            "public": true, "indexed": true, "sources": source.as_slice(), "status": 200,
        })
    };
    let private = |path: &str| {
        let mut row = row(path, "ส่วนตัว | Manao", "Private | Manao", None);
        row["public"] = json!(false);
        row["indexed"] = json!(false);
        row
    };
    let mut game = row("/games/$id", "", "", Some("game"));
    game["titles"] = json!({
        "player": {"th": "เติม {{name}} จ่ายพร้อมเพย์ | Manao", "en": "Top up {{name}} by PromptPay | Manao"},
        "card": {"th": "ซื้อ {{name}} | Manao", "en": "Buy {{name}} | Manao"},
    });
    let mut cart = private("/cart");
    cart["preload"] = json!({"th": ["/assets/cart-d4.js", "/assets/th-e5.js"], "en": ["/assets/cart-d4.js", "/assets/en-f6.js"]});
    let mut error = private("/error500");
    error["status"] = json!(500);
    let mut framed = private("/framed");
    framed["embeddable"] = json!(true);
    let mut home = row("/", "Manao เติมเกม", "Manao: game top-ups", None);
    home["sources"] = json!(["home", "currentTournaments"]);
    let mut pages = vec![
        home,
        row("/games", "เกมทั้งหมด | Manao", "All games | Manao", Some("games")),
        row("/terms", "ข้อกำหนด | Manao", "Terms | Manao", None),
        row("/contact", "ติดต่อเรา | Manao", "Contact | Manao", Some("faq")),
        row("/services", "บริการของเรา | Manao", "Services | Manao", None),
        row("/esport/tournament", "ทัวร์นาเมนต์ | Manao", "Tournaments | Manao", Some("tournaments")),
        row("/esport/tournament/$id", "{{name}} | Manao", "{{name}} | Manao", Some("tournament")),
        row("/esport/tournament/$id/$tab", "{{name}} | Manao", "{{name}} | Manao", Some("tournament")),
        game,
        cart,
        error,
        framed,
    ];
    let mut search = row("/search", "ค้นหา | Manao", "Search | Manao", Some("search"));
    search["indexed"] = json!(false);
    pages.push(search);
    pages.extend(["/promtpay", "/account/purchased", "/account/dashboard", "/login"].map(private));
    let linked = manao_api::features::linked_pages();
    let absent = linked.into_iter().filter(|path| !pages.iter().any(|page| page["path"] == *path));
    let absent: Vec<Value> = absent.map(private).collect();
    pages.extend(absent);
    let moved = [("/games-redirect", "/games"), ("/games-redirect/$id", "/games/$id"), ("/account", "/account/dashboard")];
    json!({
        "frame": "config", "pages": pages, "moved": moved.map(|(path, to)| json!({"path": path, "to": to})),
        "missing": row("", "404 ไม่พบหน้านี้ | Manao", "404 Not Found | Manao", None),
        "broken": row("", "500 ระบบขัดข้อง | Manao", "500 Server error | Manao", None),
    })
}

/// Creates a world with a built web and the demo catalogue.
async fn world() -> World {
    world_with(|_| {}).await
}

async fn world_with(change: impl FnOnce(&mut manao_kernel::Settings)) -> World {
    let dist = std::env::temp_dir().join(format!("manao-dist-{}", uuid::Uuid::new_v4().simple()));
    let table = pages().to_string();
    for (name, text) in [
        ("index.html", INDEX),
        ("pages.json", table.as_str()),
        (".vite/manifest.json", "{}"),
        (".server/render.js", RENDER),
        ("assets/index-a1.js", "console.log('manao')"),
        ("service-worker.js", "self.name"),
        ("assets/index-a1.js.br", "packed by brotli"),
        ("assets/index-b2.css", "@font-face{src:url(./thai.woff2)}body{color:#b6f23a}.game{x:1}.frame{x:2}"),
        ("favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ] {
        let path: PathBuf = dist.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let world = World::shop_with(|settings| {
        settings.web_dist.clone_from(&dist);
        change(settings);
    })
    .await;
    std::fs::remove_dir_all(dist).unwrap();
    world
        .until("the demo catalogue is read", async || {
            let catalogue = manao_shop::catalogue::answers_of(&world.app).catalogue();
            (catalogue.games.len() > 5).then_some(())
        })
        .await;
    world
}

async fn get(world: &World, path: &str) -> Response {
    world.anon().http.get(format!("{}{path}", world.url)).send().await.unwrap()
}

fn attribute<'a>(html: &'a str, before: &str) -> &'a str {
    html.split(before).nth(1).unwrap_or_else(|| panic!("no {before} in {html}")).split('"').next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_speaks_its_language_in_head_and_address() {
    let world = world().await;
    let public = &world.app.settings.public_url;
    for (path, lang, title) in [
        ("/services", "th", "บริการ"),
        ("/", "th", "เติมเกม"),
        ("/en", "en", "Manao: game top-ups"),
        ("/games/rov", "th", "เติม"),
        ("/en/games/rov", "en", "by PromptPay | Manao"),
    ] {
        let page = get(&world, path).await;
        assert_eq!(page.status(), 200, "{path}");
        let html = page.text().await.unwrap();
        assert_eq!(attribute(&html, "<html lang=\""), lang, "{path}");
        let manifest = if lang == "en" { "/en/manifest.webmanifest" } else { "/manifest.webmanifest" };
        assert_eq!(attribute(&html, "<link rel=\"manifest\" href=\""), manifest, "{path}");
        assert_eq!(html.matches("<title>").count(), 1);
        assert!(html.contains(title), "{path}: {html}");
        assert!(attribute(&html, "<meta name=\"description\" content=\"").len() > 20);
        let own = if path == "/" { format!("{public}/") } else { format!("{public}{path}") };
        assert_eq!(attribute(&html, "<link rel=\"canonical\" href=\""), own);
        let thai = own.replacen("/en", "", 1);
        let thai = if path == "/en" { format!("{public}/") } else { thai };
        assert_eq!(attribute(&html, "hreflang=\"th\" href=\""), thai);
        assert_eq!(attribute(&html, "hreflang=\"x-default\" href=\""), thai);
        assert!(attribute(&html, "hreflang=\"en\" href=\"").contains("/en"));
        assert_eq!(attribute(&html, "property=\"og:url\" content=\""), own);
        let picture = attribute(&html, "property=\"og:image\" content=\"");
        let drawn = picture.starts_with(&format!("{public}/share{path}.png?v="));
        assert!(if path.contains("/games/") { drawn } else { picture == format!("{public}/share.png") }, "{picture}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_a_404_and_what_is_private_is_not_indexed() {
    let world = world().await;
    for path in
        ["/no-such-page", "/games/no-such-game", "/games/rov/more", "/english", "/games/%FF", "/games/%00rov", "/games/%zz"]
    {
        let page = get(&world, path).await;
        assert_eq!(page.status(), 404, "{path}");
        let html = page.text().await.unwrap();
        assert!(html.contains("noindex") && html.contains("<title>404 ไม่พบหน้านี้ | Manao</title>"), "{path}");
    }
    let english = get(&world, "/en/no-such-page").await;
    assert_eq!(english.status(), 404);
    assert!(english.text().await.unwrap().contains("<title>404 Not Found | Manao</title>"));
    for path in [format!("/games/{}", "r".repeat(2000)), format!("/games/rov?from={}", "a".repeat(9000))] {
        assert_eq!(get(&world, &path).await.status(), 414, "{path}");
    }
    for path in ["/assets/gone-z9.js", "/games/rov.php", "/.vite/manifest.json", "/index.html", "/pages.json"] {
        let answer = get(&world, path).await;
        assert_eq!((answer.status().as_u16(), answer.text().await.unwrap()), (404, String::new()), "{path}");
    }
    for path in ["/cart", "/en/promtpay?order=1", "/account/purchased", "/login?code=1"] {
        let page = get(&world, path).await;
        assert_eq!(page.status(), 200, "{path}");
        let html = page.text().await.unwrap();
        assert!(html.contains("noindex") && !html.contains("canonical"), "{path}");
    }
    let slash = get(&world, "/games/rov/?from=mail").await;
    assert_eq!((slash.status().as_u16(), slash.headers()[LOCATION].to_str().unwrap()), (308, "/games/rov?from=mail"));
    assert_ne!(get(&world, "//evil.example/").await.status(), 308);
    let spelled = get(&world, "/g%61mes/rov?product=1").await;
    assert_eq!((spelled.status().as_u16(), spelled.headers()[LOCATION].to_str().unwrap()), (308, "/games/rov?product=1"));
    let written = world.anon().http.post(format!("{}/cart", world.url)).send().await.unwrap();
    assert_eq!(written.status(), 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_described_for_search_engines() {
    let world = world().await;
    let game = manao_shop::catalogue::answers_of(&world.app).catalogue().games[0].clone();
    let html = get(&world, &format!("/en/games/{}", game.id)).await.text().await.unwrap();
    assert!(attribute(&html, "<link rel=\"canonical\" href=\"").ends_with(&format!("/en/games/{}", game.slug)));
    let things: Vec<serde_json::Value> = html
        .split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
        .collect();
    let product = things.iter().find(|thing| thing["@type"] == "Product").unwrap();
    assert_eq!(product["name"], game.name.en);
    assert_eq!(product["offers"]["priceCurrency"], "THB");
    assert!(product["offers"]["lowPrice"].as_str().unwrap().parse::<f64>().unwrap() >= 1.0);
    let robots = get(&world, "/robots.txt").await.text().await.unwrap();
    assert!(robots.contains("Disallow: /account\nDisallow: /en/account\n") && robots.contains("/sitemap.xml"));
    assert!(robots.contains("Disallow: /search\n") && !robots.contains("/games") && !robots.contains("/terms"), "{robots}");
    let index = get(&world, "/sitemap.xml").await.text().await.unwrap();
    assert!(index.contains("/sitemap-1.xml</loc><lastmod>") && !index.contains("/sitemap-2.xml"), "{index}");
    assert_eq!(get(&world, "/sitemap-2.xml").await.status(), 404);
    let sitemap = get(&world, "/sitemap-1.xml").await.text().await.unwrap();
    assert!(sitemap.contains(&format!("/en/games/{}</loc>", game.slug)), "{sitemap}");
    assert!(sitemap.contains("/en</loc>") && sitemap.contains("/terms</loc>") && !sitemap.contains("/cart"), "{sitemap}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_data_is_what_the_browser_would_ask_for() {
    let world = world().await;
    for (path, key) in [
        ("/", json!(["HomeQuery", {}])),
        ("/en/games?kind=VOUCHER", json!(["GamesQuery", {"search": null, "kind": "VOUCHER"}])),
        ("/games?kind=nonsense", json!(["GamesQuery", {"search": null, "kind": null}])),
        ("/games/rov", json!(["GameQuery", {"id": "rov"}])),
        ("/cart", json!(["ConfigQuery", {}])),
        ("/en/contact", json!(["FaqQuery", {"lang": "EN"}])),
        ("/search?q=+rov", json!(["GamesQuery", {"search": "rov", "kind": null}])),
    ] {
        let html = get(&world, path).await.text().await.unwrap();
        let data = html.split("id=\"page-data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let found = data["queries"].as_array().unwrap().iter().find(|query| query["key"] == key);
        assert!(found.is_some_and(|query| query["data"].is_object()), "{path}: {data}");
        assert!(path != "/en/contact" || found.is_some_and(|query| query["data"]["faq"].is_array()), "{data}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_anybody_may_see_is_rendered() {
    let world = world().await;
    let product = manao_shop::catalogue::answers_of(&world.app).catalogue().products[0].id;
    for (path, body) in [
        ("/", "<main lang=\"/\">HomeQuery,currentTournaments,ConfigQuery "),
        ("/en", "<main lang=\"/en\">HomeQuery"),
        ("/?utm_source=mail&gclid=1", "<main lang=\"/\">HomeQuery"),
        ("/en/games?kind=VOUCHER", "<main lang=\"/en/games?kind=VOUCHER\">GamesQuery"),
        ("/games/rov", "<main lang=\"/games/rov\">GameQuery"),
        ("/search?q=rov", "<main lang=\"/search?q=rov\">GamesQuery"),
        ("/en/esport/tournament?phase=register&q=cup", "<main lang=\"/en/esport/tournament?phase=register&q=cup\">ConfigQuery"),
        ("/terms", "<main lang=\"/terms\">ConfigQuery"),
        ("/en/no-such-page", "<main lang=\"/en/not-found\">ConfigQuery"),
    ] {
        let html = get(&world, path).await.text().await.unwrap();
        assert!(html.contains(&format!("<div id=\"root\" data-rendered>{body}")), "{path}: {html}");
        assert!(!html.contains("frame"), "{path}");
    }
    let foreign = format!("/games/rov?product={product}&player=1");
    for path in [
        "/cart",
        "/account/purchased",
        "/esport/tournament?mine=run",
        "/esport/tournament?page=1",
        "/search?q=",
        "/search?q=rov&order=MN-1",
        "/games?kind=nonsense",
        "/contact?order=MN-1",
        "/games/gone",
        &foreign,
    ] {
        let html = get(&world, path).await.text().await.unwrap();
        assert!(html.contains("<div id=\"root\"><p class=\"frame\">frame</p></div>"), "{path}: {html}");
    }
    let script = get(&world, "/.server/render.js").await;
    assert_eq!(script.status(), 404, "it is nobody's to fetch");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_be_rendered_is_left_to_the_browser() {
    let world = world().await;
    let page = get(&world, "/services").await;
    assert_eq!(page.status(), 200);
    let html = page.text().await.unwrap();
    assert!(html.contains("<div id=\"root\"><p class=\"frame\">frame</p></div>") && html.contains("ConfigQuery"), "{html}");
    assert!(get(&world, "/en/services").await.text().await.unwrap().contains("data-rendered><main"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_rendered_anew_when_the_catalogue_changes() {
    let world = world().await;
    let before = get(&world, "/games/rov").await.text().await.unwrap();
    assert!(before.contains("data-rendered>") && !before.contains("GameQuery,ConfigQuery Arena</main>"), "{before}");
    sqlx::query("update shop.games set name_en = 'Arena' where slug = 'rov'").execute(&world.app.db).await.unwrap();
    world
        .until("the page shows the new name", async || {
            let page = get(&world, "/games/rov").await.text().await.unwrap();
            page.contains("GameQuery,ConfigQuery Arena</main>").then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_pages_lead_on_in_their_language() {
    let world = world().await;
    for (from, to) in [
        ("/games-redirect", "/games"),
        ("/en/games-redirect/rov", "/en/games/rov"),
        ("/account", "/account/dashboard"),
        ("/en/account", "/en/account/dashboard"),
    ] {
        let moved = get(&world, from).await;
        assert_eq!((moved.status().as_u16(), moved.headers()[LOCATION].to_str().unwrap()), (308, to));
    }
    assert_eq!(get(&world, "/error404").await.status(), 404);
    assert_eq!(get(&world, "/error500").await.status(), 500);
}

#[tokio::test(flavor = "multi_thread")]
async fn styles_stand_in_the_page_and_chunks_are_fetched_early() {
    let world = world().await;
    let page = get(&world, "/cart").await;
    let policy = page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    let html = page.text().await.unwrap();
    let styles = "@font-face{src:url(/assets/thai.woff2)}body{color:#b6f23a}";
    assert!(html.contains(&format!("<style>{styles}.frame{{x:2}}</style></head>")), "{html}");
    // The whole sheet comes after what is painted without it, and leaves the fonts to the page.
    let link = "<link rel=\"stylesheet\" crossorigin href=\"/assets/index-b2.css\">";
    assert!(html.ends_with(&format!("</script>{link}</body></html>")), "{html}");
    assert_eq!(get(&world, "/assets/index-b2.css").await.text().await.unwrap(), "body{color:#b6f23a}.game{x:1}.frame{x:2}");
    let game = get(&world, "/games/rov").await.text().await.unwrap();
    assert!(game.contains(&format!("<style>{styles}.game{{x:1}}</style></head>")), "{game}");
    let fetches =
        |html: &str, file: &str| html.contains(&format!("<link rel=\"modulepreload\" crossorigin href=\"/assets/{file}.js\">"));
    assert!(fetches(&html, "cart-d4") && fetches(&html, "th-e5") && !fetches(&html, "en-f6"), "{html}");
    let english = get(&world, "/en/cart").await.text().await.unwrap();
    assert!(fetches(&english, "cart-d4") && fetches(&english, "en-f6"), "{english}");
    assert!(!get(&world, "/").await.text().await.unwrap().contains("cart-d4"));
    let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
    assert!(scripts.contains("'sha256-") && !scripts.contains("unsafe"), "{policy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_whose_pictures_it_shows_and_who_may_frame_it() {
    let world = world_with(|settings| {
        settings.oidc_issuer = "https://login.example/realm".to_owned();
        settings.picture_hosts = ["old.example", " *.pictures.example ", "no; script-src *"].map(str::to_owned).to_vec();
    })
    .await;
    let page = get(&world, "/cart").await;
    let policy = page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
    let pictures = policy.split(';').find(|part| part.trim().starts_with("img-src")).unwrap().trim();
    let expected = "img-src 'self' data: blob: https://login.example https://old.example https://*.pictures.example";
    assert_eq!(pictures, expected);

    // Only a page that allows it may be shown in a frame.
    assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
    let framed = get(&world, "/framed").await;
    let policy = framed.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.ends_with("frame-ancestors *"), "{policy}");
    assert_eq!((page.headers()["x-frame-options"].to_str().unwrap(), framed.headers().get("x-frame-options")), ("DENY", None));
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_are_kept_for_good_and_pages_are_asked_after() {
    let world = world().await;
    let script = get(&world, "/assets/index-a1.js").await;
    assert_eq!(script.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(script.headers()["x-content-type-options"], "nosniff");
    assert_eq!(script.text().await.unwrap(), "console.log('manao')");
    let packed = world.anon().http.get(format!("{}/assets/index-a1.js", world.url)).header(ACCEPT_ENCODING, "gzip, br");
    let packed = packed.send().await.unwrap();
    assert_eq!(
        (packed.headers()["content-encoding"].clone(), packed.text().await.unwrap()),
        ("br".parse().unwrap(), "packed by brotli".to_owned())
    );
    let worker = get(&world, "/service-worker.js").await;
    assert_eq!(worker.headers()["cache-control"], "no-cache", "a new one is heard of at once");
    assert_eq!(worker.headers()["content-type"], "text/javascript; charset=utf-8");
    let page = get(&world, "/").await;
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let again = world.anon().http.get(format!("{}/", world.url)).header(IF_NONE_MATCH, page.headers()[ETAG].clone());
    assert_eq!(again.send().await.unwrap().status(), 304);
    for (path, status) in [("/", 200), ("/nothing", 404), ("/robots.txt", 200), ("/sitemap.xml", 200)] {
        let asked = world.anon().http.head(format!("{}{path}", world.url)).send().await.unwrap();
        assert_eq!(asked.status(), status, "{path}");
        assert!(asked.headers().contains_key("content-type") && asked.bytes().await.unwrap().is_empty(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_built_web_the_shop_says_so() {
    let world = World::with(|settings| settings.web_dist = "/no/such/folder".into()).await;
    assert_eq!(get(&world, "/").await.status(), 503);
    assert_eq!(get(&world, "/robots.txt").await.status(), 503);
    assert_eq!(get(&world, "/healthz").await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bare_address_is_in_the_language_that_was_chosen() {
    let world = world().await;
    let ask = |path: &'static str, cookie: &'static str| {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let asked = client.get(format!("{}{path}", world.url)).header("cookie", cookie);
        async move { asked.send().await.unwrap() }
    };
    let led = ask("/?utm=a", "x=1; locale=en").await;
    assert_eq!((led.status().as_u16(), led.headers()["location"].to_str().unwrap()), (302, "/en?utm=a"));
    assert_eq!(led.headers()["vary"], "cookie", "no cache between gives it to somebody else");
    for (path, cookie) in
        [("/", "locale=th"), ("/", "locale=../evil"), ("/", "x=en"), ("/games", "locale=en"), ("/en", "locale=th")]
    {
        assert_eq!(ask(path, cookie).await.status(), 200, "{path} {cookie}");
    }
}

async fn entrants_come_with_their_page(world: &World) {
    let (id, entrant): (i64, i64) =
        sqlx::query_as("select tournament_id, min(id) from esports.entrants where status = 'join' group by 1 limit 1")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    let path = format!("/esport/tournament/{id}/entrants");
    let listed = world
        .anon()
        .post("/tournament/teamlist", json!({"tournamentId": id, "status": "join", "page": 1, "perPage": 48}))
        .await
        .ok();
    let html = get(world, &path).await.text().await.unwrap();
    assert!(html.contains(&format!(r#"["tournamentEntrants",{id},"join","",1]"#)), "{html}");
    let first = &listed["items"][0];
    for said in [
        format!(r#""total":{}"#, listed["total"]),
        format!(r#""name":{}"#, first["name"]),
        format!(r#""displayName":{}"#, first["players"][0]["displayName"]),
    ] {
        assert!(html.contains(&said), "{said} in {html}");
    }
    // A change of an entry drops the cached page.
    sqlx::query("update esports.entrants set name = 'Renamed Crew' where id = $1")
        .bind(entrant)
        .execute(&world.app.db)
        .await
        .unwrap();
    world
        .until("the page has the new name", async || {
            get(world, &path).await.text().await.unwrap().contains("Renamed Crew").then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_a_page_and_a_draft_is_none() {
    let world = world().await;
    let lanes = world.anon().get("/tournament/lanes").await.ok();
    let card = &lanes["upcoming"][0];
    let (id, name) = (&card["id"], card["name"]["en"].as_str().unwrap());
    let html = get(&world, &format!("/en/esport/tournament/{id}")).await.text().await.unwrap();
    assert!(html.contains(&format!("<title>{} | Manao</title>", name.replace('\'', "&#39;"))), "{html}");
    assert!(attribute(&html, "<link rel=\"canonical\" href=\"").ends_with(&format!("/en/esport/tournament/{id}")));
    // The browser's own keys, verbatim.
    assert!(
        html.contains(&format!(r#"["tournament",{id}]"#)) && html.contains(&format!(r#"["tournamentInformation",{id},"en"]"#)),
        "{html}"
    );
    let thing = html.split("<script type=\"application/ld+json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let thing: Value = serde_json::from_str(thing).unwrap();
    assert_eq!(
        (&thing["@type"], &thing["name"], &thing["eventStatus"]),
        (&json!("SportsEvent"), &json!(name), &json!("https://schema.org/EventScheduled"))
    );
    assert!(get(&world, "/esport/tournament").await.text().await.unwrap().contains(r#"["tournamentLanes"]"#));
    entrants_come_with_their_page(&world).await;
    let sitemap = get(&world, "/sitemap-1.xml").await.text().await.unwrap();
    assert!(
        sitemap.contains(&format!("/esport/tournament/{id}</loc><lastmod>"))
            && sitemap.contains(&format!("/esport/tournament/{id}/entrants</loc>"))
    );

    let promoter = world.promoter("promoter").await;
    let draft = promoter.post("/tournament/create", json!({"draft": true, "nameTh": "ลับ"})).await.ok()["id"].clone();
    for path in
        [format!("/{draft}"), format!("/{id}/nothing"), format!("/0{id}"), "/abc".to_owned(), "/9223372036854775808".to_owned()]
    {
        let page = get(&world, &format!("/esport/tournament{path}")).await;
        assert_eq!(page.status(), 404, "{path}");
    }
    crate::matches::demo::rooms_are_in_every_state(&world).await;
}

/// Returns what a page says of itself in the vocabulary of schema.org.
fn things(html: &str) -> Vec<Value> {
    let scripts = html.split("<script type=\"application/ld+json\">").skip(1);
    scripts.map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_link_has_its_picture_and_what_ceased_is_gone() {
    let world = world().await;
    let public = world.app.settings.public_url.clone();
    let head = async |path: &str| get(&world, path).await.text().await.unwrap();
    let picture = |html: &str| attribute(html, "property=\"og:image\" content=\"").strip_prefix(&public).unwrap().to_owned();
    let header = |answer: &Response, name: &str| answer.headers()[name].to_str().unwrap().to_owned();

    let (thai, english) = (picture(&head("/games/rov").await), picture(&head("/en/games/rov").await));
    assert!(thai.starts_with("/share/games/rov.png?v=") && english.starts_with("/share/en/games/rov.png?v="));
    assert_ne!(thai.rsplit('=').next(), english.rsplit('=').next(), "its words are others");
    let drawn = get(&world, &thai).await;
    assert_eq!((drawn.status().as_u16(), header(&drawn, "content-type").as_str()), (200, "image/png"));
    assert_eq!(header(&drawn, "cache-control"), "public, max-age=31536000, immutable");
    let tag = header(&drawn, "etag");
    assert!(drawn.bytes().await.unwrap().starts_with(b"\x89PNG"));
    let again = world.anon().http.get(format!("{}{thai}", world.url)).header(IF_NONE_MATCH, &tag).send().await.unwrap();
    assert_eq!(again.status(), 304);
    for path in ["/share/games/rov.png", "/share/games/rov.png?v=older"] {
        let current = get(&world, path).await;
        assert_eq!(
            (header(&current, "etag"), header(&current, "cache-control")),
            (tag.clone(), "public, max-age=300".to_owned())
        );
    }
    for path in
        ["/share/terms.png", "/share/games/gone.png", "/share/games/rov.jpg", "/share/.png", "/share/en.png", "/rss/none.xml"]
    {
        assert_eq!(get(&world, path).await.status(), 404, "{path}");
    }

    // Campaign parameters are dropped, whatever they hold.
    let campaign = head("/games/rov?utm_source=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&fbclid=%3Cb%3E").await;
    assert_eq!(campaign, head("/games/rov").await);
    let home = things(&head("/en").await);
    let company = home.iter().find(|thing| thing["@type"] == "Organization").unwrap();
    assert_eq!(company["name"], json!(world.app.settings.company_name_en));

    // A bracket's card has its last result; a tournament that was cancelled long ago is gone.
    let id: i64 =
        sqlx::query_scalar("select id from esports.tournaments where finished_at is not null and format = 'bracket' limit 1")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    let path = format!("/en/esport/tournament/{id}");
    let html = head(&path).await;
    let way = things(&html).into_iter().find(|thing| thing["@type"] == "BreadcrumbList").unwrap();
    assert_eq!(way["itemListElement"][2]["item"], json!(format!("{public}{path}")));
    assert_eq!(get(&world, &picture(&html)).await.status(), 200);
    sqlx::query("update esports.tournaments set cancelled_at = now(), end_at = now() - interval '91 days' where id = $1")
        .bind(id)
        .execute(&world.app.db)
        .await
        .unwrap();
    world
        .until("search engines are told to drop it", async || {
            let page = get(&world, &path).await;
            (page.status() == 410 && page.text().await.unwrap().contains("noindex")).then_some(())
        })
        .await;
}
