//! Articles: shipped files and edits, publishing, revisions, what visitors see of them.

use std::time::Duration;

use chrono::TimeDelta;
use manao_content::articles::{self, Saved};
use manao_content::document::{Document, Shared, Texts};
use manao_content::files::take::{self, Standing};
use manao_content::files::{self, Shipped};
use manao_content::kinds::{ArticleKind, ArticleState};
use manao_kernel::problem::Problem;
use serde_json::{Value, json};

use crate::support::{Client, World};

fn texts(title: &str, body: &str) -> Texts {
    Texts {
        title: title.to_owned(),
        summary: "What it says in one sentence.".to_owned(),
        body: body.to_owned(),
        ..Texts::default()
    }
}

fn document(title: &str, langs: &[&str]) -> Document {
    let texts = langs.iter().map(|lang| ((*lang).to_owned(), texts(title, "## A {#a}\n\nText.")));
    Document { shared: Shared { motif: "rings".into(), ..Shared::default() }, texts: texts.collect(), ..Document::default() }
}

async fn save(world: &World, kind: ArticleKind, shown: Option<Saved>, document: &Document) -> Result<Saved, Problem> {
    let mut change = world.app.change().await?;
    let saved = articles::save(&mut change, None, kind, shown, document).await?;
    change.commit().await?;
    Ok(saved)
}

/// The article as a visitor's page asks for it, once the catalogue has read it.
async fn article(visitor: &Client, kind: &str, id: &str, lang: &str) -> Value {
    let query = format!("{{article(kind: {kind}, id: \"{id}\", lang: {lang}){{id title lang version headings{{id}}}}}}");
    visitor.post("/game-review", json!({ "query": query })).await.ok()["data"]["article"].clone()
}

#[tokio::test]
async fn an_article_is_written_published_corrected_and_taken_back() {
    let world = World::new().await;
    let visitor = world.anon();
    let mut socket = world.socket(&visitor).await;
    socket.subscribe(&json!({"topic": "public:content"})).await;

    let saved = save(&world, ArticleKind::GameGuide, None, &document("Draft", &["th"])).await.unwrap();
    assert_eq!(saved.version, 1);
    let id = saved.id.to_string();

    // Two editors: the later one hears of it, and nothing of theirs is half saved.
    let second = save(&world, ArticleKind::GameGuide, Some(saved), &document("Second", &["th"])).await.unwrap();
    let refused = save(&world, ArticleKind::GameGuide, Some(saved), &document("Third", &["th"])).await.unwrap_err();
    assert_eq!(refused.code().name, "article_changed");

    // A schedule that ends before it begins.
    let now = world.app.now();
    let mut change = world.app.change().await.unwrap();
    let wrong = articles::publish(&mut change, second, Some(now + TimeDelta::hours(2)), Some(now + TimeDelta::hours(1))).await;
    assert_eq!(wrong.unwrap_err().code().name, "fields_invalid");
    drop(change);

    // At its time it is published, and open pages hear of it.
    let mut change = world.app.change().await.unwrap();
    let state = articles::publish(&mut change, second, Some(now + TimeDelta::hours(1)), Some(now + TimeDelta::hours(3))).await;
    assert_eq!(state.unwrap(), ArticleState::Scheduled);
    change.commit().await.unwrap();
    assert!(article(&visitor, "GAME_GUIDE", &id, "TH").await.is_null());
    world.advance(Duration::from_secs(3600)).await;
    world.run_task("content.schedule").await;
    let told = socket.event("content.changed").await["data"].clone();
    assert_eq!((&told["id"], &told["kind"]), (&json!(second.id), &json!("game_guide")));
    let shown = world
        .until("the article", async || Some(article(&visitor, "GAME_GUIDE", &id, "EN").await).filter(|a| !a.is_null()))
        .await;
    // It is not written in English: the Thai text comes, and says so.
    assert_eq!(shown, json!({"id": second.id, "title": "Second", "lang": "TH", "version": 2, "headings": [{"id": "a"}]}));
    for (kind, other) in
        [("GAME_GUIDE", "word"), ("GAME_GUIDE", "9223372036854775808"), ("GAME_REVIEW", id.as_str()), ("MANUAL", &id)]
    {
        assert!(article(&visitor, kind, other, "TH").await.is_null(), "{kind} {other}");
    }
    let list = |lang: &str| json!({"query": format!("{{articles(kind: GAME_GUIDE, lang: {lang}){{total}}}}")});
    assert_eq!(visitor.post("/game-review", list("TH")).await.ok()["data"]["articles"]["total"], 1);
    assert_eq!(visitor.post("/game-review", list("EN")).await.ok()["data"]["articles"]["total"], 0, "lists leave it out");

    // Its readers may say whether it helped; once each.
    for (helpful, note) in [(true, ""), (false, "Too short")] {
        visitor.post("/content/vote", json!({"id": second.id, "lang": "th", "helpful": helpful, "note": note})).await.ok();
    }
    let votes: Vec<(bool, String)> =
        sqlx::query_as("select helpful, note from content.page_votes").fetch_all(&world.app.db).await.unwrap();
    assert_eq!(votes, [(false, "Too short".to_owned())]);
    visitor
        .post("/content/vote", json!({"id": second.id, "lang": "th", "helpful": true, "note": "x".repeat(301)}))
        .await
        .refused(422, "fields_invalid");
    visitor.post("/content/vote", json!({"id": 0, "lang": "th", "helpful": true})).await.refused(404, "article_not_found");

    // The first text comes back as the third version; then its time is over.
    let mut change = world.app.change().await.unwrap();
    let restored = articles::restore(&mut change, None, second, 1).await.unwrap();
    change.commit().await.unwrap();
    assert_eq!(restored.version, 3);
    assert_eq!(socket.event("content.changed").await["data"]["version"], 3);
    world.advance(Duration::from_secs(2 * 3600)).await;
    world.run_task("content.schedule").await;
    socket.event("content.changed").await;
    world.until("its end", async || article(&visitor, "GAME_GUIDE", &id, "TH").await.is_null().then_some(())).await;
    world.stop().await;
}

#[tokio::test]
async fn a_shipped_file_comes_into_its_row_until_somebody_edits_it() {
    let world = World::new().await;
    let shipped = files::shipped(world.app.now()).unwrap();
    let (taken, differing) = take::take_all(&world.app, shipped.clone()).await.unwrap();
    assert_eq!((taken, differing.len()), (shipped.len(), 0));
    assert_eq!(take::take_all(&world.app, shipped.clone()).await.unwrap().0, 0, "once");

    let page = |hash: &str, title: &str| -> Shipped {
        let file = shipped.iter().find(|file| file.slug() == "team-system").unwrap();
        let mut file = Shipped { hash: hash.to_owned(), ..file.clone() };
        file.document.texts.get_mut("en").unwrap().title = title.to_owned();
        file
    };
    // A newer file replaces an untouched row.
    assert_eq!(take::take_all(&world.app, vec![page("b", "Newer")]).await.unwrap().0, 1);
    let visitor = world.anon();
    let title = async || article(&visitor, "MANUAL", "team-system", "EN").await["title"].as_str().map(str::to_owned);
    world.until("the newer text", async || title().await.filter(|title| title == "Newer")).await;

    // Staff change a word: their row stays, and the next release says that it differs.
    let mut connection = world.app.db.acquire().await.unwrap();
    let row = take::row_of(&mut connection, ArticleKind::Manual, "team-system").await.unwrap().unwrap();
    drop(connection);
    let shown = Saved { id: row.id, version: row.version };
    let edited = Document { texts: page("b", "Edited").document.texts, ..page("b", "").document };
    save(&world, ArticleKind::Manual, Some(shown), &edited).await.unwrap();
    let (taken, differing) = take::take_all(&world.app, vec![page("c", "Newest")]).await.unwrap();
    assert_eq!((taken, differing.len()), (0, 1));
    assert_eq!(
        take::standings(&world.app, &[page("c", "Newest"), page("b", "Newer")]).await.unwrap(),
        [Standing::Differs, Standing::Edited]
    );
    world.until("the edited text", async || title().await.filter(|title| title == "Edited")).await;
    world.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_an_article_is_told_by_its_field() {
    let world = World::new().await;
    let long = "x".repeat(70_000);
    let nested = ">".repeat(10_000);
    let with_body = |body: &str| {
        let mut document = document("Title", &["th"]);
        document.texts.get_mut("th").unwrap().body = body.to_owned();
        document
    };
    for (document, field, code) in [
        (document("", &["th"]), "texts.th.title", "field_required"),
        (document("Title", &[]), "texts", "article_language_missing"),
        (document("Title", &["fr"]), "texts", "article_language_missing"),
        (with_body(&long), "texts.th.body", "article_too_long"),
        (with_body(&nested), "texts.th.body", "article_too_deep"),
        (Document { slug: Some("../x".into()), ..document("Title", &["th"]) }, "slug", "field_invalid"),
    ] {
        let refused = save(&world, ArticleKind::GameReview, None, &document).await.unwrap_err();
        let told = format!("{refused:?}");
        assert!(told.contains(field) && told.contains(code), "{told}");
    }
    assert_eq!(
        save(&world, ArticleKind::Manual, None, &document("Title", &["th"])).await.unwrap_err().code().name,
        "fields_invalid"
    );
    let about = Document { slug: Some("about".into()), ..document("Title", &["th"]) };
    save(&world, ArticleKind::Page, None, &about).await.unwrap();
    save(&world, ArticleKind::Page, None, &about).await.unwrap_err();
    let rows: i64 = sqlx::query_scalar("select count(*) from content.articles").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(rows, 1, "nothing of the refused ones is there");
    world.stop().await;
}
