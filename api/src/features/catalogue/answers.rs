//! The catalogue as every request sees it, and the answers already given.
//!
//! An answer depends on the snapshot, the request's body and the clock's next boundary alone, so it is kept under the body's bytes until
//! either changes. A catalogue read then costs one hash lookup.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_graphql::Request;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use dashmap::DashMap;
use foldhash::quality::RandomState;
use tokio::sync::watch;

use super::schema::{CatalogueSchema, Moment, Shop, schema};
use super::snapshot::Snapshot;

/// Bodies longer than this are answered but not kept, and no more than so many are, nor more bytes of them than these.
pub const KEPT_BODY: usize = 4096;
const KEPT_ANSWERS: usize = 4096;
const KEPT_BYTES: usize = 64 << 20;

/// One reading of the catalogue with what was answered from it.
struct Edition {
    catalogue: Arc<Snapshot>,
    until: Option<DateTime<Utc>>,
    answers: DashMap<Bytes, Bytes, RandomState>,
    /// Bytes of the kept bodies and answers
    kept: AtomicUsize,
}

/// Shared by every request; replaced whole when the catalogue changes.
pub struct Answers {
    schema: CatalogueSchema,
    shop: Arc<Shop>,
    edition: std::sync::RwLock<Arc<Edition>>,
    loaded: watch::Sender<bool>,
}

/// The body is no GraphQL request.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable;

impl Answers {
    /// Empty until the first [`Answers::replace`].
    pub fn new(shop: Shop) -> Self {
        let empty = Edition::new(Arc::default(), DateTime::UNIX_EPOCH);
        let (loaded, _) = watch::channel(false);
        Self { schema: schema(), shop: Arc::new(shop), edition: std::sync::RwLock::new(empty), loaded }
    }

    /// Waits for the first reading; false when it does not come in time.
    pub async fn ready(&self, within: Duration) -> bool {
        if *self.loaded.borrow() {
            return true;
        }
        let mut loaded = self.loaded.subscribe();
        tokio::time::timeout(within, loaded.wait_for(|loaded| *loaded)).await.is_ok_and(|waited| waited.is_ok())
    }

    /// Puts a newly read catalogue in place; answers of the old one are forgotten.
    pub fn replace(&self, catalogue: Snapshot, now: DateTime<Utc>) {
        self.put(Edition::new(Arc::new(catalogue), now));
        self.loaded.send_replace(true);
    }

    pub fn catalogue(&self) -> Arc<Snapshot> {
        self.edition_now().catalogue.clone()
    }

    /// The answer to this body, if it was given before and still holds.
    pub fn kept(&self, body: &[u8], now: DateTime<Utc>) -> Option<Bytes> {
        Some(self.edition_at(now).answers.get(body)?.clone())
    }

    /// Answers `{"query", "variables"}`; the bytes are a GraphQL response, errors inside it included.
    pub async fn answer(&self, body: &Bytes, now: DateTime<Utc>) -> Result<Bytes, Unreadable> {
        let edition = self.edition_at(now);
        if let Some(kept) = edition.answers.get(body) {
            return Ok(kept.clone());
        }
        let request: Request = serde_json::from_slice(body).map_err(|_| Unreadable)?;
        let moment = Moment { catalogue: edition.catalogue.clone(), now, shop: self.shop.clone() };
        let response = self.schema.execute(request.data(moment)).await;
        let answer = Bytes::from(serde_json::to_vec(&response).map_err(|_| Unreadable)?);
        if response.errors.is_empty() && body.len() <= KEPT_BODY {
            edition.keep(body, &answer);
        }
        Ok(answer)
    }

    fn edition_now(&self) -> Arc<Edition> {
        self.edition.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn put(&self, edition: Arc<Edition>) {
        *self.edition.write().unwrap_or_else(std::sync::PoisonError::into_inner) = edition;
    }

    /// A sale that begins or ends by the clock makes the kept answers old without any change in the database.
    fn edition_at(&self, now: DateTime<Utc>) -> Arc<Edition> {
        let edition = self.edition_now();
        if edition.until.is_none_or(|until| now < until) {
            return edition;
        }
        let next = Edition::new(edition.catalogue.clone(), now);
        self.put(next.clone());
        next
    }
}

impl Edition {
    fn new(catalogue: Arc<Snapshot>, now: DateTime<Utc>) -> Arc<Self> {
        let until = catalogue.next_boundary(now);
        Arc::new(Self { catalogue, until, answers: DashMap::default(), kept: AtomicUsize::new(0) })
    }

    /// Keeps an answer while there is room. Two that come at once may both be counted: then there is a little less room.
    fn keep(&self, body: &Bytes, answer: &Bytes) {
        let size = body.len() + answer.len();
        let room = |kept: usize| kept.checked_add(size).filter(|kept| *kept <= KEPT_BYTES);
        if self.answers.len() < KEPT_ANSWERS && self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_ok() {
            self.answers.insert(body.clone(), answer.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::catalogue::snapshot::{FlashSale, Game, Kind, Product, ProductState, Text};

    fn both(text: &str) -> Text {
        Text { th: text.into(), en: text.into() }
    }

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    fn answers(now: i64) -> Answers {
        let answers = Answers::new(Shop { provider_name: "AIS".into(), link_hosts: vec![], cart_max_of_one: 4 });
        answers.replace(catalogue(), at(now));
        answers
    }

    fn catalogue() -> Snapshot {
        let mut catalogue = Snapshot::default();
        catalogue.games.push(Game {
            id: 7,
            slug: "rov".into(),
            name: both("RoV"),
            publisher: "Garena".into(),
            kind: Kind::Topup,
            hue: 12,
            motif: "rings".into(),
            blurb: both("moba"),
            needs_server: false,
            player: None,
            search_text: "rov arena of valor garena".into(),
            products: vec![0],
            typical_seconds: None,
        });
        catalogue.products.push(Product {
            id: 9,
            game: 0,
            sku: "rov-60".into(),
            name: both("60"),
            bonus: None,
            price_satang: 1900,
            list_price_satang: None,
            vat_excluded: false,
            excluded_channels: vec![],
            state: ProductState::Active,
            stock: None,
        });
        catalogue.flash_sales.push(FlashSale {
            id: 1,
            product: 0,
            price_satang: 1500,
            quantity: 5,
            taken: 0,
            starts_at: at(100),
            ends_at: at(200),
        });
        catalogue.by_slug.insert("rov".into(), 0);
        catalogue.product_by_id.insert(9, 0);
        catalogue
    }

    async fn from_price(answers: &Answers, now: i64) -> String {
        let body = Bytes::from_static(br#"{"query":"{ game(id: \"rov\") { fromSatang } }"}"#);
        String::from_utf8(answers.answer(&body, at(now)).await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_kept_answer_ends_with_the_sale_it_shows() {
        let answers = answers(0);
        for (now, price) in [(50, 1900), (99, 1900), (100, 1500), (199, 1500), (200, 1900)] {
            assert_eq!(from_price(&answers, now).await, format!(r#"{{"data":{{"game":{{"fromSatang":{price}}}}}}}"#), "at {now}");
        }
    }

    #[tokio::test]
    async fn a_replaced_catalogue_answers_anew() {
        let answers = answers(0);
        from_price(&answers, 1).await;
        let mut dearer = catalogue();
        dearer.products[0].price_satang = 2500;
        answers.replace(dearer, at(1));
        assert_eq!(from_price(&answers, 2).await, r#"{"data":{"game":{"fromSatang":2500}}}"#);
    }

    #[tokio::test]
    async fn lists_within_lists_are_refused_before_they_are_answered() {
        let answers = answers(0);
        for query in [
            "{ games { items { products { game { products { id } } } } } }",
            "{ game(id: \"rov\") { products { game { products { game { products { id } } } } } } }",
            "{ home { shelves { games { products { id name { th en } } } } } }",
            "{ games(perPage: 100) { items { products { id sku } } } }",
        ] {
            let body = Bytes::from(serde_json::json!({ "query": query }).to_string());
            let answer = String::from_utf8(answers.answer(&body, at(1)).await.unwrap().to_vec()).unwrap();
            assert!(answer.contains("Query is too complex"), "{query}: {answer}");
        }
    }

    #[tokio::test]
    async fn the_webs_own_queries_are_answered() {
        let answers = answers(0);
        let rov = serde_json::json!({ "id": "rov" });
        for (query, variables) in [
            (include_str!("../../../../web/src/features/catalogue/home.graphql"), serde_json::Value::Null),
            (include_str!("../../../../web/src/features/catalogue/games.graphql"), serde_json::Value::Null),
            (include_str!("../../../../web/src/features/catalogue/config.graphql"), serde_json::Value::Null),
            (include_str!("../../../../web/src/features/catalogue/game.graphql"), rov),
            (include_str!("../../../../web/src/features/catalogue/product.graphql"), serde_json::json!({ "id": 9 })),
        ] {
            let body = Bytes::from(serde_json::json!({ "query": query, "variables": variables }).to_string());
            let answer = String::from_utf8(answers.answer(&body, at(1)).await.unwrap().to_vec()).unwrap();
            assert!(!answer.contains("errors"), "{query}: {answer}");
        }
    }

    #[tokio::test]
    async fn as_many_can_be_taken_as_a_cart_holds() {
        let body = Bytes::from_static(br#"{"query":"{ product(id: 9) { maxQuantity } }"}"#);
        let answer = answers(0).answer(&body, at(1)).await.unwrap();
        assert_eq!(answer, r#"{"data":{"product":{"maxQuantity":4}}}"#);
    }

    #[test]
    fn answers_are_kept_while_there_is_room() {
        let edition = Edition::new(Arc::default(), at(0));
        let large = Bytes::from(vec![b' '; KEPT_BYTES / 2]);
        edition.keep(&Bytes::from_static(b"first"), &large);
        edition.keep(&Bytes::from_static(b"second"), &large);
        edition.keep(&Bytes::from_static(b"third"), &Bytes::from_static(b"{}"));
        let kept = |body: &'static [u8]| edition.answers.contains_key(body);
        assert_eq!((kept(b"first"), kept(b"second"), kept(b"third")), (true, false, true));
    }

    #[tokio::test]
    async fn what_is_no_request_is_refused_and_a_bottomless_query_too() {
        let answers = answers(0);
        assert_eq!(answers.answer(&Bytes::from_static(b"nonsense"), at(1)).await, Err(Unreadable));
        // Its cost is more than a number holds, and so is what several of them come to.
        let within = format!("{} {{ id }} {}", "{ products { game ".repeat(14), "} }".repeat(14));
        for deep in [
            format!(r#"{{ game(id: "rov") {within} }}"#),
            format!(r#"{{ a: game(id: "rov") {within} b: game(id: "rov") {within} }}"#),
        ] {
            let body = Bytes::from(serde_json::json!({ "query": deep }).to_string());
            let answer = String::from_utf8(answers.answer(&body, at(1)).await.unwrap().to_vec()).unwrap();
            assert!(answer.contains("errors"), "{answer}");
            assert!(!answer.contains("Syntax"), "{answer}");
        }
    }
}
