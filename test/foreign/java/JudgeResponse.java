import java.io.File;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/**
 * Saxon judges the Invoice Responses that standard input lists, in JSON, by the rules of OpenPeppol
 * for the transaction T111. A line per file: {"file", "rules", "failed"}.
 */
public class JudgeResponse {
    private static final String RULES = "/external/schematron/openpeppol/2026.5/xslt/PEPPOLBIS-T111.xslt";

    public static void main(String[] args) throws Exception {
        TransformerFactory saxon = TransformerFactory.newInstance("net.sf.saxon.TransformerFactoryImpl", null);
        Templates rules;
        try (InputStream input = JudgeResponse.class.getResourceAsStream(RULES)) {
            rules = saxon.newTemplates(new StreamSource(input));
        }
        String question = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        // The paths are those of a temporary folder, without characters that JSON escapes.
        Matcher paths = Pattern.compile("\"([^\"]+)\"").matcher(question);
        while (paths.find()) System.out.println(judge(rules, paths.group(1)));
    }

    private static String judge(Templates rules, String file) throws Exception {
        StringWriter report = new StringWriter();
        rules.newTransformer().transform(new StreamSource(new File(file)), new StreamResult(report));
        TreeSet<String> failed = new TreeSet<>();
        Matcher asserts = Pattern.compile("<svrl:failed-assert[^>]*?\\bid=\"([^\"]+)\"").matcher(report.toString());
        while (asserts.find()) failed.add("\"" + asserts.group(1) + "\"");
        Matcher fired = Pattern.compile("<svrl:fired-rule").matcher(report.toString());
        int count = 0;
        while (fired.find()) count++;
        return String.format(
                "{\"file\": \"%s\", \"rules\": %d, \"failed\": [%s]}", file, count, String.join(", ", failed));
    }
}
