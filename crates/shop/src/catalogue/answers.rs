//! The catalogue as every request sees it, and the answers already given.
//!
//! An answer depends only on the snapshot, the request's body and the clock's next boundary, so it is cached by the body's bytes until
//! either changes. A catalogue read then costs one hash lookup. Only our own pages' queries are cached; when space runs out, rarely used
//! answers are evicted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_graphql::Request;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use foldhash::quality::RandomState;
use moka::sync::Cache;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::cost::Shape;
use super::limits::{self, over};
use super::question::{Question, refused};
use super::schema::{CatalogueSchema, QueryContext, Shop, schema};
use super::snapshot::Snapshot;
use manao_kernel::problem::Problem;
use manao_kernel::worker_pool::WorkerPool;

/// Longest body whose answer is cached; below, the most bytes of bodies and answers kept.
pub const KEPT_BODY: usize = 4096;
const KEPT_BYTES: u64 = 64 << 20;
/// An entry's overhead besides its bytes.
const ENTRY: usize = 200;

/// Number of queries that may wait: from our pages, and from strangers.
const OURS_WAITING: usize = 1024;
const STRANGERS_WAITING: usize = 64;

/// One load of the catalogue.
struct CacheGeneration {
    /// Answers with another number are stale
    number: u64,
    catalogue: Arc<Snapshot>,
    until: Option<DateTime<Utc>>,
}

#[derive(Clone)]
struct CacheEntry {
    generation: u64,
    answer: Bytes,
}

/// Shared by every request.
pub struct Answers {
    asked: Arc<AnswerContext>,
    ours: WorkerPool,
    strangers: WorkerPool,
    generation: std::sync::RwLock<Arc<CacheGeneration>>,
    generations: AtomicU64,
    loaded: watch::Sender<bool>,
}

/// The parts needed to compute an answer.
struct AnswerContext {
    schema: CatalogueSchema,
    shape: Shape,
    shop: Arc<Shop>,
    kept: Cache<Bytes, CacheEntry, RandomState>,
}

impl Answers {
    /// Empty until the first [`Answers::replace`].
    pub fn new(shop: Shop) -> Self {
        Self::with_room(shop, KEPT_BYTES)
    }

    fn with_room(shop: Shop, bytes: u64) -> Self {
        let schema = schema();
        let shape = Shape::parse(&schema.sdl());
        let weigh = |body: &Bytes, kept: &CacheEntry| u32::try_from(ENTRY + body.len() + kept.answer.len()).unwrap_or(u32::MAX);
        let kept = Cache::builder().weigher(weigh).max_capacity(bytes).build_with_hasher(RandomState::default());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (loaded, _) = watch::channel(false);
        Self {
            asked: Arc::new(AnswerContext { schema, shape, shop: Arc::new(shop), kept }),
            ours: WorkerPool::new("answers", threads, OURS_WAITING),
            strangers: WorkerPool::new("strangers' answers", threads / 2, STRANGERS_WAITING),
            generation: std::sync::RwLock::new(CacheGeneration::new(0, Arc::default(), DateTime::UNIX_EPOCH)),
            generations: AtomicU64::new(0),
            loaded,
        }
    }

    /// Waits for the first load; false when it is not done in time.
    pub async fn ready(&self, within: Duration) -> bool {
        if *self.loaded.borrow() {
            return true;
        }
        let mut loaded = self.loaded.subscribe();
        tokio::time::timeout(within, loaded.wait_for(|loaded| *loaded)).await.is_ok_and(|waited| waited.is_ok())
    }

    /// Installs a newly loaded catalogue; cached answers from the old one are dropped.
    pub fn replace(&self, catalogue: Snapshot, now: DateTime<Utc>) {
        self.put(Arc::new(catalogue), now);
        self.loaded.send_replace(true);
    }

    pub fn catalogue(&self) -> Arc<Snapshot> {
        self.generation_now().catalogue.clone()
    }

    /// Returns the schema as text.
    pub fn schema(&self) -> String {
        self.asked.schema.sdl()
    }

    /// Returns the cached answer to this body, if it is still valid.
    pub fn kept(&self, body: &[u8], now: DateTime<Utc>) -> Option<Bytes> {
        self.asked.kept(body, &self.generation_at(now))
    }

    /// Answers `{"query", "variables"}`; the bytes are a GraphQL response without errors.
    ///
    /// # Errors
    /// `bad_request`, `payload_too_large`, `query_invalid`, `query_too_costly`; `service_unavailable` when too many ask at once.
    pub async fn answer(&self, body: &Bytes, now: DateTime<Utc>) -> Result<Bytes, Problem> {
        let generation = self.generation_at(now);
        if let Some(kept) = self.asked.kept(body, &generation) {
            return Ok(kept);
        }
        let question = Question::parse(body)?;
        let ours = question.is_ours();
        let (asked, runtime, body) = (self.asked.clone(), Handle::current(), body.clone());
        let pool = if ours { &self.ours } else { &self.strangers };
        let working = pool.run(move || {
            // While waiting, another request may have computed the same answer.
            if let Some(kept) = asked.kept(&body, &generation) {
                return Ok(kept);
            }
            let request = question.request(&asked.shape)?;
            let answer = runtime.block_on(asked.execute(request, &generation, now))?;
            if ours && body.len() <= KEPT_BODY {
                asked.kept.insert(body, CacheEntry { generation: generation.number, answer: answer.clone() });
            } else if !ours && answer.len() > limits::ANSWER {
                return Err(over("answerBytes", limits::ANSWER));
            }
            Ok(answer)
        });
        working.await?
    }

    fn generation_now(&self) -> Arc<CacheGeneration> {
        self.generation.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn put(&self, catalogue: Arc<Snapshot>, now: DateTime<Utc>) -> Arc<CacheGeneration> {
        let number = 1 + self.generations.fetch_add(1, Ordering::Relaxed);
        let generation = CacheGeneration::new(number, catalogue, now);
        *self.generation.write().unwrap_or_else(std::sync::PoisonError::into_inner) = generation.clone();
        generation
    }

    /// Returns the generation at this time. A sale that begins or ends by the clock makes cached answers stale without any change in the
    /// database.
    fn generation_at(&self, now: DateTime<Utc>) -> Arc<CacheGeneration> {
        let generation = self.generation_now();
        if generation.until.is_none_or(|until| now < until) {
            return generation;
        }
        self.put(generation.catalogue.clone(), now)
    }
}

impl AnswerContext {
    fn kept(&self, body: &[u8], generation: &CacheGeneration) -> Option<Bytes> {
        self.kept.get(body).filter(|kept| kept.generation == generation.number).map(|kept| kept.answer)
    }

    async fn execute(&self, request: Request, generation: &CacheGeneration, now: DateTime<Utc>) -> Result<Bytes, Problem> {
        let query_context = QueryContext { catalogue: generation.catalogue.clone(), now, shop: self.shop.clone() };
        let response = self.schema.execute(request.data(query_context)).await;
        if !response.errors.is_empty() {
            return Err(refused(&response.errors));
        }
        Ok(Bytes::from(serde_json::to_vec(&response)?))
    }
}

impl CacheGeneration {
    fn new(number: u64, catalogue: Arc<Snapshot>, now: DateTime<Utc>) -> Arc<Self> {
        let until = catalogue.next_boundary(now);
        Arc::new(Self { number, catalogue, until })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::json;

    use super::*;
    use crate::catalogue::question::DOCUMENTS;
    use crate::catalogue::schema::Company;
    use crate::catalogue::snapshot::{FlashSale, Game, GameGuide, Product};
    use manao_domain::product::{ProductKind, ProductState, Target};
    use manao_kernel::text::Text;

    fn both(text: &str) -> Text {
        Text { th: text.into(), en: text.into() }
    }

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    fn shop() -> Shop {
        Shop {
            provider_name: "AIS".into(),
            link_hosts: vec![],
            vat_basis_points: 700,
            cart_max_of_one: 4,
            upload_profile_mb: 1,
            upload_picture_mb: 10,
            company: Company {
                name: both("Manao"),
                tax_id: "0105512345671".into(),
                address: both("Bangkok"),
                phone: "1175".into(),
            },
            social_links: vec![],
            event_href: None,
        }
    }

    fn answers(now: i64) -> Answers {
        let answers = Answers::new(shop());
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
            kind: ProductKind::Topup,
            hue: 12,
            motif: "rings".into(),
            glyph: "shield".into(),
            blurb: both("moba"),
            target: Target::Player,
            needs_server: false,
            player: None,
            server_rule: None,
            about: GameGuide::default(),
            aliases: vec![],
            products: vec![0],
            related: vec![],
            typical_seconds: None,
        });
        catalogue.products.push(Product {
            id: 9,
            game: 0,
            sku: "rov-60".into(),
            seller: None,
            name: both("60"),
            bonus: None,
            units: Some(60),
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
            version: 1,
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
    async fn the_webs_own_questions_are_answered() {
        let answers = answers(0);
        for (name, document) in DOCUMENTS {
            let id = if *name == "ProductQuery" { json!(9) } else { json!("rov") };
            let kind = if name.starts_with("Article") { "GAME_REVIEW" } else { "TOPUP" };
            let variables = json!({ "id": id, "search": "rov", "page": 1, "perPage": 5, "kind": kind, "lang": "TH" });
            let body = Bytes::from(json!({ "query": document, "variables": variables }).to_string());
            let answer = answers.answer(&body, at(1)).await.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert!(answer.starts_with(b"{\"data\""), "{name}");
        }
    }

    #[tokio::test]
    async fn as_many_can_be_taken_as_a_cart_holds() {
        let body = Bytes::from_static(br#"{"query":"{ product(id: 9) { maxQuantity } }"}"#);
        let answer = answers(0).answer(&body, at(1)).await.unwrap();
        assert_eq!(answer, r#"{"data":{"product":{"maxQuantity":4}}}"#);
    }

    fn ours(variables: &serde_json::Value) -> Bytes {
        let (_, config) = DOCUMENTS.iter().find(|(name, _)| *name == "ConfigQuery").unwrap();
        Bytes::from(json!({ "query": config, "variables": variables }).to_string())
    }

    #[tokio::test]
    async fn only_what_our_pages_ask_is_kept() {
        let answers = answers(0);
        let body = ours(&json!({}));
        answers.answer(&body, at(1)).await.unwrap();
        assert!(answers.kept(&body, at(1)).is_some());
        let strange = Bytes::from_static(br#"{"query":"{ appConfig { appName } }"}"#);
        answers.answer(&strange, at(1)).await.unwrap();
        assert!(answers.kept(&strange, at(1)).is_none());
        answers.replace(catalogue(), at(1));
        assert!(answers.kept(&body, at(1)).is_none(), "of another edition");
    }

    #[tokio::test]
    async fn what_is_often_asked_stays_whatever_comes() {
        let size = ours(&json!({ "n": 1000 })).len() * 3;
        let answers = Answers::with_room(shop(), (20 * size) as u64);
        answers.replace(catalogue(), at(0));
        let ask = async |body: &Bytes| {
            answers.answer(body, at(1)).await.unwrap();
            answers.asked.kept.run_pending_tasks();
        };
        let often = ours(&json!({}));
        for n in 1000..1050 {
            ask(&ours(&json!({ "n": n }))).await;
        }
        for _ in 0..10 {
            ask(&often).await;
        }
        for n in 1050..1350 {
            ask(&ours(&json!({ "n": n }))).await;
        }
        assert!(answers.kept(&often, at(1)).is_some());
        assert!(answers.asked.kept.weighted_size() <= (20 * size) as u64);
        // There is room for new entries.
        let new = ours(&json!({ "n": 2000 }));
        for _ in 0..10 {
            ask(&new).await;
        }
        assert!(answers.kept(&new, at(1)).is_some());
    }

    /// On one thread: an answer computed on it would keep the first task from ever ending.
    #[tokio::test]
    async fn strangers_questions_have_a_pool_and_ours_do_not_wait_behind_them() {
        let mut answers = answers(0);
        answers.strangers = WorkerPool::new("answers", 1, 0);
        let (go, wait) = mpsc::channel::<()>();
        let busy = answers.strangers.run(move || wait.recv().is_ok());
        let strange = Bytes::from_static(br#"{"query":"{ appConfig { appName } }"}"#);
        let meanwhile = async {
            let refused = answers.answer(&strange, at(1)).await;
            assert_eq!(refused.unwrap_err().code().name, "service_unavailable");
            answers.answer(&ours(&json!({})), at(1)).await.unwrap();
            go.send(()).unwrap();
        };
        let (ended, ()) = tokio::join!(busy, meanwhile);
        assert!(ended.unwrap());
        assert_eq!(answers.answer(&strange, at(1)).await.unwrap(), r#"{"data":{"appConfig":{"appName":"Manao"}}}"#);
    }

    #[tokio::test]
    async fn a_question_that_fits_no_schema_is_refused_with_what_is_wrong() {
        let answers = answers(0);
        for (query, told) in [
            ("{ nothing }", "Unknown field \"nothing\""),
            ("{ game(id: \"rov\") { id ", "expected"),
            ("{ games(page: 0) { total } }", "greater than or equal"),
            ("{ __schema { types { name } } }", "There is no introspection"),
            ("{ appConfig { ...a } }", "Unknown fragment"),
        ] {
            let body = Bytes::from(json!({ "query": query }).to_string());
            let problem = answers.answer(&body, at(1)).await.unwrap_err();
            assert_eq!(problem.code().name, "query_invalid", "{query}");
            let told_of = format!("{problem:?}");
            assert!(told_of.contains(&told.replace('"', "\\\"")), "{query}: {told_of}");
        }
    }
}
