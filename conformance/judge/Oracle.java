import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import net.sf.saxon.s9api.Destination;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SAXDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.Attributes;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Judges documents by official files: schema, then compiled Schematron. Reads lines
 * {@code PROFILE<TAB>PATH} and answers one JSON object per line.
 *
 * <p>{@code stages.tsv} says what a profile runs, one stage per line, the first that fits a
 * document: profile, root element as {@code {namespace}name}, a part of its guideline identifier
 * (may be empty) or {@code =} and all of it, schema, stylesheets separated by spaces, levels as
 * {@code RULE=level}.
 */
public final class Oracle {
  private record Finding(String id, String flag, String location, String text) {}

  private record Stage(
      String profile, String root, String guideline, String schema, List<String> sheets, Map<String, String> levels) {}

  private record Head(String root, String guideline) {}

  private static final String SVRL = "http://purl.oclc.org/dsdl/svrl";
  private static final Path DATA = Path.of(System.getenv("ORACLE_DATA"));
  private static final Processor SAXON = new Processor(false);
  private static final Map<String, XsltExecutable> SHEETS = new HashMap<>();
  private static final Map<String, Schema> SCHEMAS = new HashMap<>();
  private static final Map<String, Path> SCHEMA_FILES = new HashMap<>();

  public static void main(String[] args) throws Exception {
    if (!Files.exists(DATA.resolve("stages.tsv"))) return;
    List<Stage> stages = new ArrayList<>();
    for (String line : Files.readAllLines(DATA.resolve("stages.tsv"))) {
      String[] cells = line.split("\t", -1);
      Map<String, String> levels = new HashMap<>();
      for (String each : words(cells[5])) levels.put(each.split("=")[0], each.split("=")[1]);
      stages.add(new Stage(cells[0], cells[1], cells[2], cells[3], words(cells[4]), levels));
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] asked = line.split("\t", 2);
      out.println(answer(asked[1], judge(stages, asked[0], Files.readAllBytes(Path.of(asked[1])))));
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split(" +"));
  }

  private static List<Finding> judge(List<Stage> stages, String profile, byte[] document) {
    List<Finding> found = new ArrayList<>();
    Head head;
    try {
      head = headOf(document);
    } catch (Exception error) {
      return List.of(new Finding("XML", "fatal", "/", String.valueOf(error.getMessage())));
    }
    Stage stage = null;
    for (Stage each : stages)
      if (stage == null
          && each.profile.equals(profile)
          && each.root.equals(head.root)
          && fits(head.guideline, each.guideline)) stage = each;
    if (stage == null) return List.of(new Finding("ROOT", "fatal", "/", head.root + " is no document of " + profile));
    try {
      if (!stage.schema.isEmpty()) validate(stage.schema, document, found);
      XdmNode tree = null;
      for (String sheet : stage.sheets) {
        if (tree == null) tree = SAXON.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(document)));
        run(sheet, tree, stage.levels, found);
      }
    } catch (Exception error) {
      found.add(new Finding("XSLT-ERROR", "fatal", "/", String.valueOf(error.getMessage())));
    }
    return found;
  }

  private static boolean fits(String guideline, String wanted) {
    return wanted.startsWith("=") ? guideline.equals(wanted.substring(1)) : guideline.contains(wanted);
  }

  /** The root element and the identifier of the guideline (BT-24), in either syntax. */
  private static Head headOf(byte[] document) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(document));
    String root = null;
    boolean isInGuideline = false;
    while (reader.hasNext()) {
      if (reader.next() != XMLStreamConstants.START_ELEMENT) continue;
      String name = reader.getLocalName();
      if (root == null) root = "{" + (reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI()) + "}" + name;
      if (name.equals("GuidelineSpecifiedDocumentContextParameter")) isInGuideline = true;
      if (name.equals("CustomizationID") || (isInGuideline && name.equals("ID")))
        return new Head(root, reader.getElementText().trim());
      if (name.equals("AccountingSupplierParty") || name.equals("SupplyChainTradeTransaction")) break;
    }
    return new Head(root, "");
  }

  private static void validate(String name, byte[] document, List<Finding> found) throws Exception {
    Validator validator = schema(name).newValidator();
    validator.setErrorHandler(
        new ErrorHandler() {
          @Override
          public void warning(SAXParseException error) {}

          @Override
          public void error(SAXParseException error) {
            found.add(new Finding("XSD", "fatal", "line " + error.getLineNumber(), error.getMessage()));
          }

          @Override
          public void fatalError(SAXParseException error) throws SAXException {
            error(error);
            throw error;
          }
        });
    validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    try {
      validator.validate(new StreamSource(new ByteArrayInputStream(document)));
    } catch (SAXException error) {
      if (found.isEmpty()) found.add(new Finding("XSD", "fatal", "/", error.getMessage()));
    }
  }

  /** Imports are found by their file's name, whatever address they have. */
  private static Schema schema(String name) throws Exception {
    if (SCHEMAS.containsKey(name)) return SCHEMAS.get(name);
    try (Stream<Path> files = Files.walk(DATA.resolve(name).getParent().getParent())) {
      files.filter(file -> file.toString().endsWith(".xsd")).forEach(file -> SCHEMA_FILES.put(nameOf(file), file));
    }
    DOMImplementationLS inputs = (DOMImplementationLS) DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    factory.setResourceResolver(
        (type, namespace, publicId, systemId, base) -> {
          LSInput input = inputs.createLSInput();
          input.setSystemId(systemId);
          input.setStringData(systemId != null && systemId.endsWith(".dtd") ? " " : read(systemId, namespace, base));
          return input;
        });
    // Xerces unfolds an element that may come 10,000 times; the number of them is not checked here.
    String text = Files.readString(DATA.resolve(name)).replaceAll("maxOccurs=\"\\d{3,}\"", "maxOccurs=\"unbounded\"");
    StreamSource source = new StreamSource(new StringReader(text), DATA.resolve(name).toUri().toString());
    Schema schema = factory.newSchema(source);
    SCHEMAS.put(name, schema);
    return schema;
  }

  private static String read(String systemId, String namespace, String base) {
    String name = systemId == null ? namespace : systemId.substring(systemId.lastIndexOf('/') + 1).replace("%20", " ");
    Path file = SCHEMA_FILES.get(name);
    if (file == null) throw new IllegalStateException("no official file " + systemId + ", which " + base + " imports");
    try {
      return Files.readString(file);
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString();
  }

  private static void run(String sheet, XdmNode tree, Map<String, String> levels, List<Finding> found) throws Exception {
    XsltExecutable compiled = SHEETS.get(sheet);
    if (compiled == null) {
      compiled = SAXON.newXsltCompiler().compile(new StreamSource(DATA.resolve(sheet).toFile()));
      SHEETS.put(sheet, compiled);
    }
    Xslt30Transformer transformer = compiled.load30();
    Destination report = new SAXDestination(new Report(levels, found));
    transformer.setGlobalContextItem(tree);
    transformer.applyTemplates(tree, report);
  }

  /** Reads the findings out of a Schematron report. */
  private static final class Report extends DefaultHandler {
    private final Map<String, String> levels;
    private final List<Finding> found;
    private Attributes current;
    private StringBuilder text;

    Report(Map<String, String> levels, List<Finding> found) {
      this.levels = levels;
      this.found = found;
    }

    @Override
    public void startElement(String namespace, String name, String qualified, Attributes attributes) {
      if (!SVRL.equals(namespace)) return;
      if (isFinding(name)) current = new org.xml.sax.helpers.AttributesImpl(attributes);
      if (name.equals("text") && current != null) text = new StringBuilder();
    }

    @Override
    public void characters(char[] characters, int start, int length) {
      if (text != null) text.append(characters, start, length);
    }

    @Override
    public void endElement(String namespace, String name, String qualified) {
      if (!SVRL.equals(namespace) || !isFinding(name) || current == null) return;
      String words = text == null ? "" : text.toString().replaceAll("\\s+", " ").trim();
      String id = current.getValue("id");
      if (id == null || id.isEmpty()) id = words.replaceAll("^.*?\\[([\\w./-]+)\\].*$", "$1");
      String flag = current.getValue("flag") == null ? current.getValue("role") : current.getValue("flag");
      found.add(new Finding(id, levels.getOrDefault(id, level(flag)), current.getValue("location"), words));
      current = null;
      text = null;
    }

    private static boolean isFinding(String name) {
      return name.equals("failed-assert") || name.equals("successful-report");
    }
  }

  private static String level(String flag) {
    String name = flag == null ? "" : flag.trim().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "", "error" -> "fatal";
      case "warn" -> "warning";
      case "info" -> "information";
      default -> name;
    };
  }

  private static String answer(String file, List<Finding> findings) {
    List<String> items = new ArrayList<>();
    for (Finding each : findings)
      items.add(
          "{\"id\":%s,\"flag\":%s,\"location\":%s,\"text\":%s}"
              .formatted(json(each.id), json(each.flag), json(each.location), json(each.text)));
    return "{\"file\":%s,\"findings\":[%s]}".formatted(json(file), String.join(",", items));
  }

  private static String json(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : (text == null ? "/" : text).toCharArray()) {
      if (each == '"' || each == '\\') quoted.append('\\').append(each);
      else if (each < 0x20 || Character.isSurrogate(each)) quoted.append("\\u%04x".formatted((int) each));
      else quoted.append(each);
    }
    return quoted.append('"').toString();
  }
}
